"""Subscriptions and their signed deliveries."""

import asyncio
import hashlib
import hmac
import http.client
import ipaddress
import json
import posixpath
import secrets
import socket
import time
from urllib.parse import quote, urlsplit

from store import new_id
from validate import Invalid

URL_MESSAGE = "Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses"


def host_of(url):
    """Returns the host of a subscription's URL. Rejects local and private ones in any spelling."""
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port
        if "@" in parts.netloc or host in ("", "localhost") or host.endswith(".localhost"):
            raise ValueError
        if ":" in host:
            if not ipaddress.IPv6Address(host).is_global or ipaddress.IPv6Address(host).ipv4_mapped:
                raise ValueError
            return host, port
        try:
            address = ipaddress.IPv4Address(socket.inet_aton(host))
        except OSError:
            return host, port
        if address.is_private or address.is_link_local or address.is_loopback:
            raise ValueError
        return host, port
    except ValueError:
        raise Invalid(URL_MESSAGE) from None


def identity(url):
    """Two spellings of one URL are one URL."""
    host, port = host_of(url)
    parts = urlsplit(url)
    return host, port or 443, posixpath.normpath(parts.path or "/"), parts.query


def shown(hook, secret=False):
    return {name: value for name, value in hook.items() if secret or name != "secret"}


def create(account, given):
    check_unique(account, given["url"], None)
    hook = {"id": new_id("whk"), "url": given["url"], "events": given["events"], "active": True}
    hook |= {"secret": new_secret(), "createdAt": account.clock.text(), "updatedAt": account.clock.text()}
    account.webhooks.append(hook)
    return shown(hook, secret=True)


def new_secret():
    return f"whsec_{secrets.token_urlsafe(32)}"


def check_unique(account, url, own):
    if any(identity(each["url"]) == identity(url) for each in account.webhooks if each["id"] != own):
        raise Invalid("A webhook with this URL already exists")


def find(account, id):
    found = next((each for each in account.webhooks if each["id"] == id), None)
    if not found:
        raise Invalid("Webhook not found")
    return found


def update(account, id, given):
    if "url" in given:
        host_of(given["url"])
    hook = find(account, id)
    if "url" in given:
        check_unique(account, given["url"], id)
    hook |= {name: given[name] for name in ("url", "events", "active") if name in given}
    hook["updatedAt"] = account.clock.text()
    return shown(hook)


class Sender:
    """Sends deliveries. The controls of a test set `receiver`, which stands for all subscribers."""

    def __init__(self):
        self.receiver = None
        self.pending = set()

    def listen(self, account, event, data):
        for hook in account.webhooks:
            if hook["active"] and event in hook["events"]:
                task = asyncio.create_task(self.deliver(dict(hook), event, data))
                self.pending.add(task)
                task.add_done_callback(self.pending.discard)

    async def deliver(self, hook, event, data):
        body = json.dumps({"event": event, "data": data})
        timestamp = str(int(time.time()))
        signed = hmac.new(hook["secret"].encode(), f"{timestamp}.{body}".encode(), hashlib.sha256)
        headers = {"Content-Type": "application/json", "X-Webhook-Event": event}
        headers |= {"X-Webhook-Timestamp": timestamp, "X-Webhook-Signature": f"sha256={signed.hexdigest()}"}
        url = hook["url"]
        if self.receiver:
            url = f"{self.receiver}?url={quote(url, safe='')}"
        try:
            status = await asyncio.to_thread(post, url, body, headers)
        except (OSError, http.client.HTTPException) as error:
            return {"success": False, "statusCode": None, "error": str(error) or "no response"}
        if status < 300:
            return {"success": True, "statusCode": status, "error": None}
        return {"success": False, "statusCode": status, "error": f"The subscriber responded with {status}"}

    async def settle(self):
        while self.pending:
            await asyncio.gather(*self.pending)


def post(url, body, headers):
    """Posts a body. Redirects are not followed."""
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname, parts.port, timeout=10)
    try:
        connection.request("POST", f"{parts.path or '/'}?{parts.query}", body, headers)
        return connection.getresponse().status
    finally:
        connection.close()
