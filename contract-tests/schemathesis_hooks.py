"""Adds to Schemathesis the data of a test account and the rules that its built-in checks do not cover.

Load this file only by name, through SCHEMATHESIS_HOOKS. Schemathesis runs a file named by its path once for each
configuration, and the checks would not share state with the hooks. "§N" is a section of the service's specification,
"decision N" a design decision.

Environment: a server whose data may be changed (MERCH_URL), a key (MERCH_KEY), a key of another account without data
(MERCH_OTHER_KEY), and keys that must be rejected (MERCH_REVOKED_KEY, MERCH_DEACTIVATED_KEY).
"""

import os
import re
import zlib

import jsonschema_rs
import requests
import schemathesis

URL = os.environ["MERCH_URL"]
KEY = os.environ["MERCH_KEY"]
OTHER_KEY = os.environ["MERCH_OTHER_KEY"]

SESSION = requests.Session()
# The server is on this machine, so ignore proxy settings in the environment.
SESSION.trust_env = False

# Every kind of rejected credentials (§5 rule 4). None sends no Authorization header.
REJECTED_CREDENTIALS = {
    "no header": None,
    "another scheme": f"Basic {KEY}",
    "an empty key": "Bearer ",
    "a key of 95 characters": f"Bearer {KEY[1:]}",
    "a key of 97 characters": f"Bearer {KEY}x",
    "a key that was never issued": f"Bearer {'x' * 96}",
    "a revoked key": f"Bearer {os.environ['MERCH_REVOKED_KEY']}",
    "a key of a deactivated account": f"Bearer {os.environ['MERCH_DEACTIVATED_KEY']}",
}

# A valid subscription address that no delivery can reach (TEST-NET-1, RFC 5737).
UNREACHABLE_URL = "https://192.0.2.1"

WEBHOOK_URL_REJECTED = "Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses"

# The messages with which a schema-valid request may return 400, because of the account's state. No other message may
# reject valid data. "…" matches any name.
STATE_REJECTIONS = {
    "createContact": ["Campaign not found"],  # decision 4
    "createInvite": ["Campaign not found"],  # decision 4
    "createOrder": [  # decisions 4 and 19
        "Campaign not found",
        "Campaign is not active",
        "Campaign has expired",
        "SKU is not part of the campaign: …",
        "Not enough stock: …",
        "Warehouse not found",
    ],
    "cancelOrder": [  # decision 2
        "Order not found",
        "Order is already cancelled",
        "Order has already shipped",
        "Order has been returned",
    ],
    "createWebhook": [WEBHOOK_URL_REJECTED, "A webhook with this URL already exists"],  # §2, §4, §7 rule 4
    "updateWebhook": ["Webhook not found", WEBHOOK_URL_REJECTED, "A webhook with this URL already exists"],
    "deleteWebhook": ["Webhook not found"],  # decision 3
    "testWebhook": ["Webhook not found", "Webhook is not active"],  # decision 3, §4
    "rotateWebhookSecret": ["Webhook not found"],  # decision 3
}

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


def request_json(path, method="GET", **options):
    """Sends a request outside any test, as the account under test. Returns the JSON body."""
    response = SESSION.request(method, URL + path, headers={"Authorization": f"Bearer {KEY}"}, timeout=10, **options)
    response.raise_for_status()
    return response.json()


class AccountData:
    """The account's data, for requests that should succeed."""

    def __init__(self):
        campaigns = request_json("/v1/campaigns/list")
        self.campaign = next(each for each in campaigns if each["status"] == "Active")
        self.skus = [row["sku"] for row in self.campaign["products"]]
        item = request_json("/v1/inventory/list?status=in_stock")["items"][0]
        self.warehouse = item["warehouse"]["warehouse_id"]
        self.orders = [order["id"] for order in request_json("/v1/orders/list?orderStatus=AWAITING_SHIPMENT")]
        self.webhooks = [self.subscription()["id"]]

    def subscription(self):
        # A URL can be subscribed to once, and an earlier run may have done so.
        for subscription in request_json("/v1/webhooks")["webhooks"]:
            return subscription
        return request_json("/v1/webhooks", "POST", json={"url": f"{UNREACHABLE_URL}/hook", "events": ["order.created"]})


ACCOUNT = AccountData()


def replace_texts(node, replacements):
    """Returns the document with text replacements in every string."""
    if isinstance(node, dict):
        return {name: replace_texts(value, replacements) for name, value in node.items()}
    if isinstance(node, list):
        return [replace_texts(value, replacements) for value in node]
    if isinstance(node, str):
        for pattern, text in replacements:
            node = pattern.sub(lambda _: text, node)
    return node


def check_patterns(node):
    """Raises on a pattern that Schemathesis would silently drop."""
    if isinstance(node, dict):
        if isinstance(node.get("pattern"), str):
            jsonschema_rs.Draft202012Validator({"pattern": node["pattern"]})
        node = list(node.values())
    if isinstance(node, list):
        for value in node:
            check_patterns(value)


@schemathesis.hook
def before_load_schema(ctx, raw_schema):
    replacements = [
        # The ids in the document's examples do not exist. Use the account's own.
        (re.compile(r"\bcmp_[0-9a-f]{32}\b"), ACCOUNT.campaign["id"]),
        (re.compile(r"\bwhs_[0-9a-f]{32}\b"), ACCOUNT.warehouse),
        (re.compile(r"\bord_[0-9a-f]{32}\b"), ACCOUNT.orders[0]),
        (re.compile(r"\bwhk_[0-9a-f]{32}\b"), ACCOUNT.webhooks[0]),
        (re.compile(r"https://hooks\.example\.com"), UNREACHABLE_URL),
    ]
    adapted = replace_texts(raw_schema, replacements)
    check_patterns(adapted)
    raw_schema.clear()
    raw_schema.update(adapted)


@schemathesis.hook
def filter_case(ctx, case):
    # Unknown query parameters are ignored (§4, decision 15), and Schemathesis intends to allow that. Next to an integer
    # parameter, which it has as text by then, it wrongly expects a rejection.
    return not any("unknown-property" in name for name in case.query or {})


def is_valid(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


@schemathesis.hook
def map_case(ctx, case):
    """Uses existing ids in most valid requests, as random texts never match one."""
    # Derived from the case, so that a repeated case is the same.
    digest = zlib.crc32(repr((case.path_parameters, case.body)).encode(errors="replace"))
    if not is_valid(case):
        return case
    if operation_id(case) in ("createWebhook", "updateWebhook") and "url" in (case.body or {}):
        # An account can subscribe a URL once, so each body gets its own.
        case.body = {**case.body, "url": f"{UNREACHABLE_URL}/{digest}"}
    if digest % 4 == 0:
        return case
    if isinstance(case.body, dict):
        case.body = {**case.body, **existing_ids(operation_id(case), case.body, digest)}
    elif operation_id(case) == "deleteWebhook" and case.meta.phase.name.value == "fuzzing":
        case.path_parameters["id"] = ACCOUNT.webhooks[digest % len(ACCOUNT.webhooks)]
    return case


def existing_ids(name, body, digest):
    if name == "cancelOrder":
        return {"orderId": ACCOUNT.orders[digest % len(ACCOUNT.orders)]}
    known = {"campaignId": ACCOUNT.campaign["id"]} if "campaignId" in body else {}
    if name == "createOrder":
        known["products"] = [
            {**line, "sku": ACCOUNT.skus[(digest + at) % len(ACCOUNT.skus)], "quantity": 1}
            for at, line in enumerate(body["products"][:3])
        ]
        if "warehouse" in body:
            known["warehouse"] = ACCOUNT.warehouse
    return known


@schemathesis.deserializer("text/html")
def read_plain_text(ctx, response):
    # The 401 body is the only one that is not JSON (§1). This lets the built-in check validate it.
    return response.text


def operation_id(case):
    return case.operation.definition.raw["operationId"]


def is_declared_method(case):
    return case.method.upper() == case.operation.method.upper()


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
        if name == "createWebhook":
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


@schemathesis.check
def valid_data_is_rejected_only_for_state(ctx, response, case):
    """Allows a 400 for valid data only with an expected message. positive_data_acceptance must allow every 400."""
    if response.status_code != 400 or not is_valid(case) or not is_declared_method(case):
        return
    body = response.json()
    reasons = STATE_REJECTIONS.get(operation_id(case), [])
    patterns = [re.escape(reason).replace("…", ".+") for reason in reasons]
    expected = any(re.fullmatch(pattern, body["message"], re.DOTALL) for pattern in patterns)
    assert expected, f"valid data is rejected: {body['message']}"
    assert "errors" not in body, "a 400 for the account's state must not have errors (§7 rule 2)"


@schemathesis.check
class identifiers:
    """Checks that an id exists until it is deleted, and not afterwards (§3, decision 3).

    use_after_free and ensure_resource_availability expect a 404, which only getOrder returns (§7).
    """

    def __init__(self):
        self.webhooks = set(ACCOUNT.webhooks)
        self.deleted = set()
        self.orders = set()

    def after_response(self, ctx, response, case):
        if not is_declared_method(case) or response.status_code == 401:
            return
        name = operation_id(case)
        succeeded = 200 <= response.status_code < 300
        self.check_ids(name, case, succeeded, response)
        if succeeded:
            self.record_ids(name, case, response.json() if response.content else None)

    def check_ids(self, name, case, succeeded, response):
        given = case.path_parameters or {}
        if given.get("id") in self.deleted:
            assert not succeeded, f"the subscription {given['id']} was deleted and still exists (§3)"
        elif given.get("id") in self.webhooks:
            assert b"Webhook not found" not in response.content, f"the subscription {given['id']} is not found"
        order = given.get("orderId") if name == "getOrder" else None
        if name == "cancelOrder" and isinstance(case.body, dict):
            order = case.body.get("orderId")
        if isinstance(order, str) and order in self.orders:
            assert b"Order not found" not in response.content, f"the order {order} is not found"

    def record_ids(self, name, case, body):
        if name == "createWebhook":
            self.webhooks.add(body["id"])
            ACCOUNT.webhooks.append(body["id"])
        elif name == "deleteWebhook":
            self.deleted.add(case.path_parameters["id"])
        elif name == "listWebhooks":
            listed = {each["id"] for each in body["webhooks"]}
            assert not listed & self.deleted, "a deleted subscription is listed (§3)"
            assert listed >= self.webhooks - self.deleted, "a subscription is not listed (§4)"
        elif name == "listOrders":
            self.orders.update(order["id"] for order in body)
        elif name == "createOrder":
            self.orders.add(body["id"])
            ACCOUNT.orders.append(body["id"])


@schemathesis.check
def not_found_belongs_to_get_order(ctx, response, case):
    """Checks that only getOrder returns 404 (§7), and that 404 and 405 have a message (decision 8)."""
    if response.status_code == 404:
        assert case.path == "/v1/orders/{orderId}", f"{case.operation.label} returns 404 (§7)"
    if response.status_code in (404, 405):
        assert list(response.json()) == ["message"], f"the {response.status_code} has the body {response.text[:200]}"


@schemathesis.check
def head_is_get_without_a_body(ctx, response, case):
    """Checks that HEAD returns the content type of GET (§4: any method is accepted) and no body."""
    if response.request.method != "HEAD" or response.status_code != 200:
        return
    assert response.content == b"", "the response to HEAD has a body"
    got = SESSION.get(response.request.url, headers=response.request.headers, timeout=10)
    kind = response.headers.get("content-type")
    assert kind == [got.headers["content-type"]], f"HEAD has the content type {kind}, GET {got.headers['content-type']}"


@schemathesis.check
class every_operation_succeeds:
    """Fails a run in which an operation never succeeded, as it has tested only its rejections."""

    def __init__(self):
        self.schema = None
        self.succeeded = set()

    def after_response(self, ctx, response, case):
        self.schema = case.operation.schema
        if is_declared_method(case) and 200 <= response.status_code < 300:
            self.succeeded.add(case.operation.label)

    def after_run(self, ctx):
        assert self.schema is not None, "no operation was tested"
        selected = {each.ok().label for each in self.schema.get_all_operations()}
        missing = sorted(selected - self.succeeded)
        assert not missing, f"these operations never returned 2xx: {', '.join(missing)}"
