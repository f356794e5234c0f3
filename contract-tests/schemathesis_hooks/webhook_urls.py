"""Webhook URLs to send, and the check of every decision on one."""

import ipaddress
import zlib

import schemathesis

from . import webhook_url_rules
from .cases import is_declared_method, is_valid, operation_id
from .environment import HAS_SIMULATED_DELIVERIES
from .webhook_url_rules import WEBHOOK_URL_REJECTED

# The host of the webhook URLs in the document's examples.
EXAMPLE_HOST = "hooks.example.com"


def webhook_url(url, digest, may_change_host):
    """Returns the URL to subscribe: as generated, with its host and another path, or with a host that tests a rule."""
    parts = webhook_url_rules.split_host(url)
    if parts is None:
        return url
    before, host, after = parts
    if may_change_host and digest % 3 == 2:
        host = host_near_rules(digest)
    if may_change_host and (digest % 3 or host == EXAMPLE_HOST):
        # An account can subscribe a URL once.
        after = f"/{digest}"
    if not HAS_SIMULATED_DELIVERIES and webhook_url_rules.judge(f"https://{host}/") != webhook_url_rules.REJECTED:
        host = unreachable_host(digest)
    return f"{before}{host}{after}"


def unreachable_host(digest):
    """Returns a public host that no delivery can reach: a name under .example (RFC 2606) or a documentation address."""
    addresses = ["192.0.2.0", "198.51.100.0", "203.0.113.0"]
    name = f"hook-{digest:x}.example"
    return [name, *(str(ipaddress.IPv4Address(each) + digest % 256) for each in addresses)][digest // 3 % 4]


def host_near_rules(digest):
    """Returns a host that §4's rules allow or reject, in one of its spellings."""
    choice = digest // 3
    rejected = webhook_url_rules.REJECTED_IPV4[choice // 8 % len(webhook_url_rules.REJECTED_IPV4)]
    private = rejected.network_address + choice % rejected.num_addresses
    anywhere = ipaddress.IPv4Address(zlib.crc32(str(digest).encode()))
    return [
        unreachable_host(digest),
        unreachable_host(digest),
        str(anywhere),
        hex(int(anywhere)),
        str(private),
        str(int(private)),
        f"[::ffff:{private}]",
        ["localhost", "localhost:8443", "api.localhost", "[::1]", "LOCALHOST."][choice // 8 % 5],
    ][choice % 8]


@schemathesis.check
def webhook_urls_follow_the_rules(ctx, response, case):
    """Compares every decision on a webhook URL with webhook_url_rules."""
    if operation_id(case) not in ("createWebhook", "updateWebhook") or not is_declared_method(case):
        return
    url = case.body.get("url") if isinstance(case.body, dict) else None
    if not isinstance(url, str) or response.status_code == 401:
        return
    verdict = webhook_url_rules.judge(url)
    is_rejected = response.status_code == 400 and response.json()["message"] == WEBHOOK_URL_REJECTED
    if verdict == webhook_url_rules.ALLOWED:
        assert not is_rejected, f"the URL {url} is rejected, but §4 allows it"
    elif verdict == webhook_url_rules.REJECTED:
        assert response.status_code >= 400, f"the URL {url} is accepted, but §4 rejects it"
        # An unknown subscription is reported first.
        if is_valid(case) and operation_id(case) == "createWebhook":
            assert is_rejected, f"the URL {url} is rejected with another message than §4's: {response.text[:200]}"
