"""URLs of subscriptions, and signed deliveries."""

import asyncio
import hmac
import ipaddress
import json
import posixpath
import secrets
import socket
import time
from urllib.parse import urlsplit

import httpx
from validate import Rejected, document

URL_MESSAGE = document["components"]["schemas"]["WebhookUrl"]["x-messages"]["pattern"]


def new_secret():
    return f"whsec_{secrets.token_urlsafe(32)}"


def identity(url):
    """Returns what all spellings of a URL have in common. Rejects local and private hosts in any spelling."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname.rstrip("."), parts.port or 443
        address = address_of(host)
        if host == "" or f".{host}".endswith(".localhost"):
            raise ValueError
        if address and (not address.is_global or getattr(address, "ipv4_mapped", None)):
            raise ValueError
    except ValueError:
        raise Rejected(URL_MESSAGE) from None
    return host, port, posixpath.normpath(parts.path or "/"), parts.query


def address_of(host):
    """Returns the address that a host is, such as 0x7f.1, or None for a name."""
    if ":" in host:
        return ipaddress.IPv6Address(host)
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host))
    except OSError:
        return None


class Sender:
    """Sends deliveries. The controls of a test set `receiver`, which receives all of them."""

    def __init__(self):
        self.receiver, self.pending = None, set()
        self.client = httpx.AsyncClient(timeout=10, trust_env=False, follow_redirects=False)

    def send(self, hook, event, data):
        task = asyncio.create_task(self.deliver(hook, event, data))
        self.pending.add(task)
        task.add_done_callback(self.pending.discard)

    async def deliver(self, hook, event, data):
        body = json.dumps({"event": event, "data": data})
        timestamp = str(int(time.time()))
        signature = hmac.new(hook["secret"].encode(), f"{timestamp}.{body}".encode(), "sha256").hexdigest()
        headers = {"Content-Type": "application/json", "X-Webhook-Event": event}
        headers |= {"X-Webhook-Timestamp": timestamp, "X-Webhook-Signature": f"sha256={signature}"}
        url, query = (self.receiver, {"url": hook["url"]}) if self.receiver else (hook["url"], None)
        try:
            status = (await self.client.post(url, params=query, content=body, headers=headers)).status_code
        except httpx.HTTPError as error:
            return {"success": False, "statusCode": None, "error": str(error) or "no response"}
        is_accepted = status < 300
        error = None if is_accepted else f"The subscriber responded with {status}"
        return {"success": is_accepted, "statusCode": status, "error": error}

    async def settle(self):
        while self.pending:
            await asyncio.gather(*self.pending)
