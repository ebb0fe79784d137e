"""This machine's addresses in its own networks."""

import ipaddress
import socket


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def own_addresses() -> list[str]:
    """Return this machine's addresses in its own networks. Nothing is sent: connecting a datagram socket only asks
    the routing table which of our addresses would be used."""
    found: set[str] = set()
    for family, target in ((socket.AF_INET, "10.255.255.255"), (socket.AF_INET, "192.168.255.255")):
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
                found.add(probe.getsockname()[0])
            except OSError:
                continue
    return sorted(address for address in found if not address.startswith("127."))
