"""The merchandise-fulfillment API with FastAPI, in memory: an example for the contract suite.

    python main.py ../../../generated/openapi.json

Prints the URL of the server, a key and the URL of its controls (contract-tests/controls/openapi.yaml).
"""

import asyncio
import json
import math
import re
import secrets
import sys
import uuid
from urllib.parse import unquote_plus, unquote_to_bytes

import uvicorn
import webhooks
from controls import controls_of
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response
from store import Account, Clock
from validate import MAX_BODY, Invalid, Validator

WINDOW = 86400
EVENTS = ["created", "shipped", "delivered", "cancelled", "returned"]
EVENTS = [f"order.{name}" for name in EVENTS] + ["invite.viewed", "invite.cart_updated", "invite.redeemed"]
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]

with open(sys.argv[1]) as file:
    document = json.load(file)
validator = Validator(document)


class Service:
    """One server: accounts with their keys, the clock, the rate limit and the deliveries."""

    def __init__(self, rate_limit=1_000_000):
        self.clock, self.sender, self.rate_limit, self.log = Clock(), webhooks.Sender(), rate_limit, []
        names = ["own", "other", "empty", "deactivated"]
        accounts = {name: Account(self.clock, name, name in ("own", "other")) for name in names}
        self.keys = {name: secrets.token_hex(48) for name in [*names, "revoked"]}
        self.by_key = {self.keys[name]: accounts[name] for name in ("own", "other", "empty")}
        self.own = accounts["own"]
        for account in accounts.values():
            account.listeners.append(self.sender.listen)

    async def start(self):
        self.url, server = await serve(self.app())
        self.controls, its = await serve(controls_of(self))
        self.servers = [server, its]

    def address(self):
        return {"url": self.url, "key": self.keys["own"], "controls": self.controls}

    def stop(self):
        for server in self.servers:
            server.should_exit = True

    def app(self):
        app = FastAPI(openapi_url=None, redirect_slashes=False)
        app.add_middleware(Edge, service=self)
        # Literal paths come before templates, as `/v1/orders/create` is no order.
        for path in sorted(document["paths"], key=lambda path: "{" in path):
            by_method = document["paths"][path]
            app.api_route(path, methods=METHODS)(self.endpoint(by_method))
        app.exception_handler(404)(lambda request, error: message(404, "Not found"))
        app.exception_handler(405)(lambda request, error: message(405, "Method not allowed"))
        return app

    def endpoint(self, by_method):
        known = {name.upper(): operation for name, operation in by_method.items() if name.upper() in METHODS}

        async def handle(request: Request):
            operation = known.get(request.method)
            if not operation:
                allowed = sorted(known) + (["HEAD"] if "GET" in known else [])
                return message(405, "Method not allowed", {"Allow": ", ".join(allowed)})
            try:
                return await self.call(operation, request)
            except Invalid as error:
                return JSONResponse(error.body, 400)

        return handle

    async def call(self, operation, request):
        id = operation["operationId"]
        path = {name: decoded(name, text) for name, text in request.path_params.items()}
        query = validator.query(operation.get("parameters", []), read_query(request.scope["query_string"]))
        body = {}
        if "requestBody" in operation:
            kind = operation["requestBody"]["x-invalid-body"]
            body = await read_body(request, kind)
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            validator.body(schema, body, kind)
        for text in path.values():
            if "\0" in text:
                raise Invalid(f"{next(iter(path))}: must not contain NUL")
        handler = getattr(self, id)
        result = handler(request.scope["account"], **path, body=body, query=query)
        if asyncio.iscoroutine(result):
            result = await result
        return result if isinstance(result, Response) else JSONResponse(result)

    # Operations

    def listProducts(self, account, body, query):
        return page(account.products, query)

    def listCampaigns(self, account, body, query):
        return account.campaigns

    def listContacts(self, account, body, query):
        found = list(account.contacts_of(query["campaignId"]))
        if text := (query["searchText"] or "").lower():
            names = ("firstName", "lastName", "email")
            found = [each for each in found if any(text in each[name].lower() for name in names)]
        if query["tags"]:
            found = [each for each in found if set(query["tags"]) & set(each["tags"])]
        if query["inviteStatusFilter"]:
            wanted = query["inviteStatusFilter"] == "invited"
            found = [each for each in found if account.is_invited(each) == wanted]
        if query["orderCountFilter"] is not None:
            found = [each for each in found if each["orderCount"] == query["orderCountFilter"]]
        return JSONResponse(page(found, query), headers={"Cache-Control": "no-store"})

    def createContact(self, account, body, query):
        return {"contactId": account.add_contact(body)}

    def createInvite(self, account, body, query):
        invite = account.add_invite(body)
        return {"invite": invite, "inviteUrl": f"{self.url}/i/{invite['slug']}"}

    def listWebhookEvents(self, account, body, query):
        events = [{"name": name, "category": name.split(".")[0], "description": f"Sent at {name}"} for name in EVENTS]
        return {"events": events}

    def listWebhooks(self, account, body, query):
        return {"webhooks": [webhooks.shown(each) for each in account.webhooks]}

    def createWebhook(self, account, body, query):
        return created(webhooks.create(account, body))

    def updateWebhook(self, account, id, body, query):
        return webhooks.update(account, id, body)

    def deleteWebhook(self, account, id, body, query):
        account.webhooks.remove(webhooks.find(account, id))
        return {"message": "Webhook deleted successfully"}

    async def testWebhook(self, account, id, body, query):
        hook = webhooks.find(account, id)
        if not hook["active"]:
            raise Invalid("Webhook is not active")
        data = {"message": "Your webhook endpoint is configured correctly.", "timestamp": self.clock.text()}
        return await self.sender.deliver(hook, "webhook.test", data)

    def rotateWebhookSecret(self, account, id, body, query):
        hook = webhooks.find(account, id)
        hook |= {"secret": webhooks.new_secret(), "updatedAt": self.clock.text()}
        return webhooks.shown(hook, secret=True)

    def listOrders(self, account, body, query):
        campaign, status, email = query["campaignId"], query["orderStatus"], query["email"]
        found = [each for each in account.orders if campaign in (None, each["campaignId"])]
        found = [each for each in found if status in (None, each["status"])]
        found = [each for each in found if email is None or email.lower() == each["recipient"]["email"].lower()]
        return page(found, query)

    def getOrder(self, account, orderId, body, query):
        order = account.order(orderId)
        return order or message(404, "Order not found")

    def createOrder(self, account, body, query):
        return created(account.place(body))

    def cancelOrder(self, account, body, query):
        return created(account.cancel(account.order(body["orderId"])))

    def listInventory(self, account, body, query):
        found = list(account.inventory())
        for name in ("sku", "product_name"):
            if query[name]:
                found = [each for each in found if query[name].lower() in each[name].lower()]
        if query["warehouse_id"]:
            found = [each for each in found if each["warehouse"]["warehouse_id"] == query["warehouse_id"]]
        if query["status"]:
            found = [each for each in found if each["status"] == query["status"]]
        number, size = query["page"], query["page_size"]
        pagination = {"total_count": len(found), "page": number, "page_size": size, "has_more": number * size < len(found)}
        return {"items": found[(number - 1) * size : number * size], "pagination": pagination}


def page(rows, query):
    return rows[query["offset"] :][: query["limit"]]


def message(status, text, headers=None):
    return JSONResponse({"message": text}, status, headers)


def created(body):
    return JSONResponse(body, 201)


def decoded(name, text):
    try:
        if re.search(r"%(?![0-9a-fA-F]{2})", text):
            raise ValueError
        return unquote_to_bytes(text).decode()
    except ValueError:
        raise Invalid(f"{name}: must be percent-encoded UTF-8") from None


def read_query(raw):
    given = {}
    for pair in filter(None, raw.decode("latin-1").split("&")):
        name, _, text = pair.partition("=")
        given.setdefault(unquote_plus(name), []).append(decoded(name, text.replace("+", " ")))
    return given


async def read_body(request, kind):
    def invalid(reason):
        return Invalid("Invalid request body", [f"body: {reason}"]) if kind == "errors" else Invalid(f"body: {reason}")

    raw = await request.body()
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        raise invalid("must be sent as application/json")
    if len(raw) > MAX_BODY:
        raise invalid("must have at most 256 KiB")
    try:
        body = json.loads(raw.decode())
    except (ValueError, RecursionError):
        raise invalid("must be valid JSON") from None
    if not isinstance(body, dict):
        raise invalid("must be an object")
    return body


class Edge:
    """Counts each request under /v1, checks its key, and adds the headers of the rate limit."""

    def __init__(self, app, service):
        self.app, self.service = app, service

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        # Routes match segments before they are decoded.
        scope["path"] = scope["raw_path"].decode("latin-1")
        service, now = self.service, self.service.clock.now()
        service.log = [each for each in service.log if each > now - WINDOW]
        is_over = len(service.log) >= service.rate_limit
        if not is_over:
            service.log.append(now)
        left = math.ceil(service.log[0] + WINDOW - now)
        moment = math.floor(now - service.clock.ahead) + left
        numbers = [("limit", service.rate_limit, service.rate_limit), ("reset", left, moment)]
        numbers.append(("remaining", *[service.rate_limit - len(service.log)] * 2))
        headers = [(f"{prefix}ratelimit-{name}".encode(), str(value).encode()) for name, *both in numbers for prefix, value in zip(("", "x-"), both)]

        headers.append((b"x-request-id", uuid.uuid4().hex.encode()))

        async def send_with_headers(event):
            if event["type"] == "http.response.start":
                event = event | {"headers": [*event["headers"], *headers]}
            elif scope["method"] == "HEAD" and event["type"] == "http.response.body":
                event = event | {"body": b""}
            await send(event)

        await self.respond(scope, is_over)(scope, receive, send_with_headers)

    def respond(self, scope, is_over):
        if is_over:
            return message(429, "Rate limit exceeded")
        header = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
        scheme, _, key = header.partition(" ")
        account = self.service.by_key.get(key) if scheme.lower() == "bearer" else None
        if not account:
            return Response("Unauthorized", 401, {"Content-Type": "text/html; charset=utf-8"})
        if scope["path"] == "/v1/auth":
            return JSONResponse({"account_id": account.id, "message": "Authentication successful"})
        scope["account"] = account
        if scope["method"] == "HEAD":
            return self.as_get
        return self.app

    async def as_get(self, scope, receive, send):
        """Handles HEAD as GET, wherever GET is."""
        await self.app(scope | {"method": "GET"}, receive, send)


async def serve(app):
    """Serves an app on a free port. Returns its URL and the server."""
    server = uvicorn.Server(uvicorn.Config(app, "127.0.0.1", 0, log_level="warning"))
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    server.task = task
    return f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}", server


async def main():
    service = Service()
    await service.start()
    print(json.dumps(service.address()), flush=True)
    await asyncio.gather(*(server.task for server in service.servers))


if __name__ == "__main__":
    asyncio.run(main())
