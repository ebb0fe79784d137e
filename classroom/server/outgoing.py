"""Addresses that the server itself may call: only those on the public internet, whoever names them and however they are
written.

For requests of ours names are resolved only here, and the connection goes to the very address that was checked,
whatever the name resolves to a moment later.
"""

import socket
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from django.conf import settings

Address = IPv4Address | IPv6Address
GLOBAL_UNICAST = IPv6Network("2000::/3")
CARRIES_IPV4 = {96: ("::/96", "::ffff:0:0:0/96", "64:ff9b::/96"), 16: ("2002::/16",)}
"""Networks of IPv6 addresses that contain an IPv4 address, by the bit at which it begins: compatible, translated,
NAT64; 6to4. `ipaddress` handles mapped ones (::ffff:0:0/96) itself."""


class NotPublicError(OSError):
    """The address is this machine's, of its own network, or of no single host."""


def addresses_of(host: str, port: int) -> list[str]:
    """Resolve a name, or an address in whatever spelling. Raises NotPublicError where any of the addresses is forbidden
    to this machine; OSError where there is none."""
    return list(dict.fromkeys(_judged(host, address) for address in _resolved(host, port)))


def refuse_literal(host: str) -> None:
    """Raise NotPublicError for a forbidden address in whatever spelling (127.1, 2130706433). A name is not resolved."""
    try:
        found = _resolved(host, None, flags=socket.AI_NUMERICHOST)
    except OSError:
        return
    for address in found:
        _judged(host, address)


def _resolved(host: str, port: int | None, flags: int = 0) -> list[str]:
    """Return the addresses of a host. Raises OSError, also for what cannot be a name ("a..b", 64 letters without a
    dot)."""
    try:
        found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM, flags=flags)
    except UnicodeError as error:
        raise OSError(f"{host} is no name: {error}") from None
    return [str(sockaddr[0]) for *_kind, sockaddr in found]


def _judged(host: str, address: str) -> str:
    """Return the address if this machine may call it for this host. Under test, without a public name, loopback is
    allowed; hosts that the technician has listed may be in the school's own network."""
    place = _meant(ip_address(address.partition("%")[0]))
    is_ours = place.is_loopback and not settings.PUBLIC_HOST
    is_named = host.lower().rstrip(".") in settings.LTI_HOSTS and place.is_private and not _is_nowhere(place)
    if not (is_ours or is_named or is_public(place)):
        raise NotPublicError(f"{host} is not on the internet")
    return address


def is_public(address: Address) -> bool:
    place = _meant(address)
    is_of_internet = isinstance(place, IPv4Address) or place in GLOBAL_UNICAST
    return is_of_internet and place.is_global and not _is_nowhere(place)


def _is_nowhere(place: Address) -> bool:
    """Return whether the address is loopback, link-local, multicast, reserved or unspecified."""
    here = place.is_loopback or place.is_link_local or place.is_unspecified
    return here or place.is_multicast or place.is_reserved or place in IPv4Network("0.0.0.0/8")


def _meant(address: Address) -> Address:
    """Return the IPv4 address that an IPv6 address stands for, or the address itself."""
    if isinstance(address, IPv4Address) or address.ipv4_mapped:
        return address if isinstance(address, IPv4Address) else address.ipv4_mapped or address
    for bit, networks in CARRIES_IPV4.items():
        if any(address in IPv6Network(network) for network in networks) and int(address) > 1:
            return IPv4Address(int(address) >> (128 - bit - 32) & 0xFFFFFFFF)
    return address
