"""The merchandise-fulfillment API with FastAPI, in memory: an example for the contract suite.

    python main.py ../../../generated/openapi.json

Prints the URL of the server, a key and the URL of its controls (contract-tests/controls/openapi.yaml).
"""

import asyncio
import inspect
import json
import math
import re
import secrets
import socket
import time
from datetime import datetime, timezone
from urllib.parse import parse_qs, unquote

import uvicorn
from account import Account
from controls import controls_of
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from validate import Rejected, document, inlined, read_body, read_parameters
from webhooks import Sender

WINDOW = 86400
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]


class Service:
    """One server: accounts with their keys, the clock, the rate limit and the deliveries."""

    def __init__(self, rate_limit=1_000_000):
        self.ahead, self.sender, self.rate_limit, self.requests = 0, Sender(), rate_limit, []
        self.keys = {name: secrets.token_hex(48) for name in ("own", "other", "empty", "revoked", "deactivated")}
        self.accounts = {self.keys[name]: Account(self, name != "empty") for name in ("own", "other", "empty")}
        self.url, server = serve(self.app())
        self.controls, its = serve(controls_of(self))
        self.servers = [server, its]

    def now(self):
        return time.time() + self.ahead

    def time(self):
        moment = datetime.fromtimestamp(self.now(), timezone.utc)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def address(self):
        return {"url": self.url, "key": self.keys["own"], "controls": self.controls}

    def stop(self):
        for server in self.servers:
            server.should_exit = True

    def app(self):
        app = FastAPI(openapi_url=None, redirect_slashes=False)
        app.middleware("http")(self.guard)
        # Literal paths come before templates, as `/v1/orders/create` is no order.
        for path in sorted(document["paths"], key=lambda path: "{" in path):
            app.api_route(path, methods=METHODS)(endpoint(document["paths"][path]))
        app.exception_handler(HTTPException)(lambda _, error: message(error.status_code, error.detail, error.headers))
        app.exception_handler(Rejected)(lambda _, error: JSONResponse(error.body, error.status))
        return app

    async def guard(self, request, call_next):
        """Counts a request, checks its key, and adds the headers of the rate limit."""
        now = self.now()
        self.requests = [each for each in self.requests if each > now - WINDOW]
        is_over = len(self.requests) >= self.rate_limit
        if not is_over:
            self.requests.append(now)
        remaining, reset = self.rate_limit - len(self.requests), math.ceil(self.requests[0] + WINDOW - now)
        headers = {"X-Request-Id": secrets.token_hex(16), "Cache-Control": "no-store"}
        for prefix, start in (("", 0), ("X-", math.floor(time.time()))):
            headers[f"{prefix}RateLimit-Limit"] = str(self.rate_limit)
            headers[f"{prefix}RateLimit-Remaining"] = str(remaining)
            headers[f"{prefix}RateLimit-Reset"] = str(start + reset)
        response = message(429, "Rate limit exceeded") if is_over else await self.authenticate(request, call_next)
        response.headers.update(headers)
        return response

    async def authenticate(self, request, call_next):
        scheme, _, key = request.headers.get("Authorization", "").partition(" ")
        account = self.accounts.get(key)
        if not account or scheme.lower() != "bearer":
            return Response("Unauthorized", 401, media_type="text/html")
        # Routes match segments before they are decoded.
        request.scope["path"] = request.scope["raw_path"].decode("latin-1")
        if request.scope["path"] == "/v1/auth":
            return JSONResponse({"account_id": account.id, "message": "Authentication successful"})
        request.state.account = account
        return await call_next(request)


def endpoint(path_item):
    """Returns a function that runs the operations of a path, each by the account's method of its name."""
    operations = {name.upper(): Operation(each) for name, each in path_item.items() if name.upper() in METHODS}
    if "GET" in operations:
        operations["HEAD"] = operations["GET"]

    async def handle(request: Request):
        if request.method not in operations:
            raise HTTPException(405, headers={"Allow": ", ".join(operations)})
        operation = operations[request.method]
        result = getattr(request.state.account, operation.id)(await operation.read(request))
        return JSONResponse(await result if inspect.isawaitable(result) else result, operation.status)

    return handle


class Operation:
    def __init__(self, declared):
        self.id = declared["operationId"]
        self.parameters = inlined(declared.get("parameters", []))
        self.body = inlined(declared.get("requestBody"))
        self.status = min(int(status) for status in declared["responses"])

    async def read(self, request):
        """Returns the valid parameters and fields of a request."""
        query = parse_qs(readable(request.scope["query_string"].decode("latin-1")), True, errors="surrogateescape")
        for name, text in request.path_params.items():
            query[name] = [unquote(readable(text), errors="surrogateescape")]
        parameters = read_parameters(self.parameters, query)
        if not self.body:
            return parameters
        return read_body(await request.body(), request.headers.get("Content-Type", ""), self.body) | parameters


def readable(text):
    """Makes malformed escapes bytes that are not UTF-8, which no schema allows."""
    return re.sub("%(?![0-9a-fA-F]{2})", "%FF", text)


def message(status, text, headers=None):
    return JSONResponse({"message": text}, status, headers)


def serve(app):
    """Serves an app on a free port. Returns its URL and the server."""
    listener = socket.create_server(("127.0.0.1", 0))
    # Otherwise each response waits until the client has acknowledged its headers.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    server.task = asyncio.create_task(server.serve([listener]))
    return f"http://127.0.0.1:{listener.getsockname()[1]}", server


async def main():
    service = Service()
    print(json.dumps(service.address()), flush=True)
    await asyncio.gather(*(server.task for server in service.servers))


if __name__ == "__main__":
    asyncio.run(main())
