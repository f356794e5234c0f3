"""Checks of keys and accounts."""

import os

import schemathesis

from .cases import is_declared_method, operation_id
from .environment import IS_STATELESS, KEY, OTHER_KEY, SESSION

# Every kind of rejected credentials (§5 rule 4). None sends no Authorization header.
REJECTED_CREDENTIALS = {
    "no header": None,
    "another scheme": f"Basic {KEY}",
    "an empty key": "Bearer ",
    "a key of 95 characters": f"Bearer {KEY[1:]}",
    "a key of 97 characters": f"Bearer {KEY}x",
    "a key that was never issued": f"Bearer {'x' * 96}",
}

for what, name in [("a revoked key", "MERCH_REVOKED_KEY"), ("a key of a deactivated account", "MERCH_DEACTIVATED_KEY")]:
    if os.environ.get(name):
        REJECTED_CREDENTIALS[what] = f"Bearer {os.environ[name]}"

# The responses that another account without data gets for a request that succeeded here (§4: all paths act on the
# authenticated account). createWebhook is absent, as URLs are unique only within an account (§2).
OTHER_ACCOUNT_RESPONSES = {
    "listProducts": (200, []),
    "listCampaigns": (200, []),
    "listContacts": (200, []),
    "listOrders": (200, []),
    "listWebhooks": (200, {"webhooks": []}),
    "getOrder": (404, {"message": "Order not found"}),
    "cancelOrder": (400, {"message": "Order not found"}),
    "createContact": (400, {"message": "Campaign not found"}),
    "createInvite": (400, {"message": "Campaign not found"}),
    "createOrder": (400, {"message": "Campaign not found"}),
    "updateWebhook": (400, {"message": "Webhook not found"}),
    "deleteWebhook": (400, {"message": "Webhook not found"}),
    "testWebhook": (400, {"message": "Webhook not found"}),
    "rotateWebhookSecret": (400, {"message": "Webhook not found"}),
}


def resend(response, authorization):
    """Sends the same request with other credentials."""
    request = response.request.copy()
    request.headers.pop("Authorization", None)
    if authorization is not None:
        request.headers["Authorization"] = authorization
    return SESSION.send(request, allow_redirects=False, timeout=10)


def must_be_plain_401(status, headers, body, method, why):
    assert status == 401, f"{why}: the status must be 401, not {status} (§5 rule 4)"
    kind = headers.get("content-type")
    assert kind == "text/html; charset=utf-8", f"{why}: the 401 has the content type {kind} (§5 rule 4)"
    expected = b"" if method == "HEAD" else b"Unauthorized"
    assert body == expected, f"{why}: the 401 has the body {body!r} (§5 rule 4)"
    assert "www-authenticate" not in headers, f"{why}: the 401 has WWW-Authenticate, which §5 does not name"


@schemathesis.check
class unauthorized_in_every_form:
    """Tests every kind of rejected credentials. ignored_auth tests two kinds, and only after requests that succeed."""

    def __init__(self):
        self.checked = set()

    def after_response(self, ctx, response, case):
        method = response.request.method
        if response.status_code == 401:
            headers = {name: values[0] for name, values in response.headers.items()}
            must_be_plain_401(401, headers, response.content, method, "this request")
            return
        # Once per operation and status class, as authentication precedes everything that the operation does.
        case_key = (method, case.path, response.status_code // 100)
        if case_key in self.checked:
            return
        for why, authorization in REJECTED_CREDENTIALS.items():
            rejected = resend(response, authorization)
            must_be_plain_401(rejected.status_code, rejected.headers, rejected.content, method, why)
        # Recorded only on success, so that Schemathesis can reproduce a failure.
        self.checked.add(case_key)


@schemathesis.check
class accounts_apart:
    """Checks that no operation shows or changes data of another account (§4)."""

    def __init__(self):
        self.checked = set()

    def after_response(self, ctx, response, case):
        name = operation_id(case)
        if name in self.checked or not is_declared_method(case) or not 200 <= response.status_code < 300:
            return
        if name == "createWebhook" or not OTHER_KEY or IS_STATELESS:
            return
        other = resend(response, f"Bearer {OTHER_KEY}")
        if name == "listInventory":
            assert other.json()["items"] == [], "another account gets this account's stock"
        elif name in OTHER_ACCOUNT_RESPONSES:
            expected = OTHER_ACCOUNT_RESPONSES[name]
            actual = (other.status_code, other.json())
            assert actual == expected, f"another account gets {actual}, not {expected}"
        elif name.startswith("checkAuth") and other.content:
            assert other.json()["account_id"] != response.json()["account_id"], "two accounts have the same id"
        self.checked.add(name)
