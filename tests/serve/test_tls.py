"""The versions of TLS that a proxy speaks whose file `manage.py deploy` has made."""

import socket
import ssl
from contextlib import suppress

import pytest

from tests.serve.test_proxies import INSTALLED, certified, fronted, served  # noqa: F401 -- fixtures

pytestmark = pytest.mark.long


def spoken(port: int, highest: ssl.TLSVersion) -> str:
    """Return the version that is agreed on with a browser that knows nothing newer; "" where there is none."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version, context.maximum_version = ssl.TLSVersion.TLSv1, highest
    with (
        suppress(ssl.SSLError, ConnectionError),
        socket.create_connection(("localhost", port), 20) as line,
        context.wrap_socket(line, server_hostname="localhost") as agreed,
    ):
        return agreed.version() or ""
    return ""


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion")
@pytest.mark.parametrize("proxy", INSTALLED)
def test_a_proxy_speaks_no_old_tls(proxy, fronted):  # noqa: F811
    """Unsaid, nginx of Debian 12 takes TLS 1.0 wherever the system's own policy lets it."""
    port = int(fronted(proxy).rpartition(":")[2])
    assert spoken(port, ssl.TLSVersion.TLSv1_1) == ""
    assert spoken(port, ssl.TLSVersion.TLSv1_2) == "TLSv1.2"
    assert spoken(port, ssl.TLSVersion.TLSv1_3) == "TLSv1.3"
