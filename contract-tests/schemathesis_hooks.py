"""What Schemathesis cannot read from the document: this API's own data, and rules that its built-in checks do not see.

Loaded through SCHEMATHESIS_HOOKS alone, and by name: a file that is named by its path is run once for each
configuration that Schemathesis builds, and what a hook learns would not reach the checks. "§N" is a section of the
service's specification, "decision N" one of the design's decisions.

The environment names a server that may be written to (MERCH_URL), a key (MERCH_KEY), a key of another account, which
owns nothing (MERCH_OTHER_KEY), and keys that are to be refused (MERCH_REVOKED_KEY, MERCH_DEACTIVATED_KEY).
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
# The server is on this machine; a proxy that the environment names is not for it.
SESSION.trust_env = False

# Every way to be refused (§5 rule 4); None sends no header at all.
REFUSED_CREDENTIALS = {
    "no header": None,
    "another scheme": f"Basic {KEY}",
    "an empty key": "Bearer ",
    "a key of 95 characters": f"Bearer {KEY[1:]}",
    "a key of 97 characters": f"Bearer {KEY}x",
    "a key that was never issued": f"Bearer {'x' * 96}",
    "a revoked key": f"Bearer {os.environ['MERCH_REVOKED_KEY']}",
    "a key of a deactivated account": f"Bearer {os.environ['MERCH_DEACTIVATED_KEY']}",
}

# An address that a subscription may have and that no delivery goes to (TEST-NET-1, RFC 5737): the tests reach nobody.
NOWHERE = "https://192.0.2.1"

WEBHOOK_URL_REFUSED = "Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses"

# Why a request that the schema allows may still be a 400: the state of the account, which no schema knows. Nothing
# else may refuse valid data. Whole messages; "…" stands for a name.
STATE_REFUSALS = {
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
    "createWebhook": [WEBHOOK_URL_REFUSED, "A webhook with this URL already exists"],  # §2, §4, §7 rule 4
    "updateWebhook": ["Webhook not found", WEBHOOK_URL_REFUSED, "A webhook with this URL already exists"],
    "deleteWebhook": ["Webhook not found"],  # decision 3
    "testWebhook": ["Webhook not found", "Webhook is not active"],  # decision 3, §4
    "rotateWebhookSecret": ["Webhook not found"],  # decision 3
}

# What another account, which owns nothing, is told about a request that succeeded for this one (§4: all paths act on
# the authenticated account). createWebhook is absent: a URL is unique within an account alone (§2).
TOLD_TO_OTHERS = {
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


def ask(path, method="GET", **options):
    """Asks the server outside any test, as the account under test."""
    response = SESSION.request(method, URL + path, headers={"Authorization": f"Bearer {KEY}"}, timeout=10, **options)
    response.raise_for_status()
    return response.json()


class Stage:
    """What the account has for requests to succeed with."""

    def __init__(self):
        campaigns = ask("/v1/campaigns/list")
        self.campaign = next(each for each in campaigns if each["status"] == "Active")
        self.skus = [row["sku"] for row in self.campaign["products"]]
        item = ask("/v1/inventory/list?status=in_stock")["items"][0]
        self.warehouse = item["warehouse"]["warehouse_id"]
        self.orders = [order["id"] for order in ask("/v1/orders/list?orderStatus=AWAITING_SHIPMENT")]
        self.webhooks = [self.subscription()["id"]]

    def subscription(self):
        # A URL can be subscribed to once: a server that was tested before has it.
        for subscription in ask("/v1/webhooks")["webhooks"]:
            return subscription
        return ask("/v1/webhooks", "POST", json={"url": f"{NOWHERE}/stage", "events": ["order.created"]})


STAGE = Stage()


def adapt(node, replacements):
    """Replaces texts anywhere in the document."""
    if isinstance(node, dict):
        return {name: adapt(value, replacements) for name, value in node.items()}
    if isinstance(node, list):
        return [adapt(value, replacements) for value in node]
    if isinstance(node, str):
        for pattern, text in replacements:
            node = pattern.sub(lambda _: text, node)
    return node


def must_be_readable(node):
    """Fails on a pattern that Schemathesis would drop without a word."""
    if isinstance(node, dict):
        if isinstance(node.get("pattern"), str):
            jsonschema_rs.Draft202012Validator({"pattern": node["pattern"]})
        node = list(node.values())
    if isinstance(node, list):
        for value in node:
            must_be_readable(value)


@schemathesis.hook
def before_load_schema(ctx, raw_schema):
    replacements = [
        # Schemathesis drops a pattern that its regular expressions cannot read, and theirs know no surrogates. A text
        # that it can send has none, so that this is the same rule (decision 16).
        (re.compile(r"\\uD800-\\uDFFF"), ""),
        # The document's examples name records that no account has: these are the account's own.
        (re.compile(r"\bcmp_[0-9a-f]{32}\b"), STAGE.campaign["id"]),
        (re.compile(r"\bwhs_[0-9a-f]{32}\b"), STAGE.warehouse),
        (re.compile(r"\bord_[0-9a-f]{32}\b"), STAGE.orders[0]),
        (re.compile(r"\bwhk_[0-9a-f]{32}\b"), STAGE.webhooks[0]),
        (re.compile(r"https://hooks\.example\.com"), NOWHERE),
    ]
    adapted = adapt(raw_schema, replacements)
    must_be_readable(adapted)
    raw_schema.clear()
    raw_schema.update(adapted)


@schemathesis.hook
def filter_case(ctx, case):
    # Nothing refuses a query parameter that no operation has (§4 lists what is read; decision 15 ignores what is
    # unknown), and Schemathesis means to let such a request pass. Beside an integer, which it holds as text by then, it
    # does not see that the unknown parameter is all that is wrong.
    return not any("unknown-property" in name for name in case.query or {})


def is_valid(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


@schemathesis.hook
def map_case(ctx, case):
    """Lets most valid requests name what exists: random texts alone never reach what lies behind an identifier."""
    # Decided by the case itself, so that a repeated case is the same case.
    chance = zlib.crc32(repr((case.path_parameters, case.body)).encode(errors="replace"))
    if not is_valid(case):
        return case
    if operation_id(case) in ("createWebhook", "updateWebhook") and "url" in (case.body or {}):
        # A URL for each body: an account subscribes each once.
        case.body = {**case.body, "url": f"{NOWHERE}/{chance}"}
    if chance % 4 == 0:
        return case
    if isinstance(case.body, dict):
        case.body = {**case.body, **lifelike(operation_id(case), case.body, chance)}
    elif operation_id(case) == "deleteWebhook" and case.meta.phase.name.value == "fuzzing":
        case.path_parameters["id"] = STAGE.webhooks[chance % len(STAGE.webhooks)]
    return case


def lifelike(name, body, chance):
    if name == "cancelOrder":
        return {"orderId": STAGE.orders[chance % len(STAGE.orders)]}
    known = {"campaignId": STAGE.campaign["id"]} if "campaignId" in body else {}
    if name == "createOrder":
        known["products"] = [
            {**line, "sku": STAGE.skus[(chance + at) % len(STAGE.skus)], "quantity": 1}
            for at, line in enumerate(body["products"][:3])
        ]
        if "warehouse" in body:
            known["warehouse"] = STAGE.warehouse
    return known


@schemathesis.deserializer("text/html")
def read_plain_text(ctx, response):
    # The one text that is not JSON (§1); with this the built-in check holds it against its schema.
    return response.text


def operation_id(case):
    return case.operation.definition.raw["operationId"]


def is_declared_method(case):
    return case.method.upper() == case.operation.method.upper()


def again(response, authorization):
    """Sends the same bytes with other credentials."""
    request = response.request.copy()
    request.headers.pop("Authorization", None)
    if authorization is not None:
        request.headers["Authorization"] = authorization
    return SESSION.send(request, allow_redirects=False, timeout=10)


def must_be_plain_401(status, headers, body, method, why):
    assert status == 401, f"{why} is answered {status}, not 401 (§5 rule 4)"
    kind = headers.get("content-type")
    assert kind == "text/html; charset=utf-8", f"{why}: 401 with content type {kind} (§5 rule 4)"
    expected = b"" if method == "HEAD" else b"Unauthorized"
    assert body == expected, f"{why}: 401 with the body {body!r} (§5 rule 4)"
    assert "www-authenticate" not in headers, f"{why}: 401 with WWW-Authenticate, which §5 does not know"


@schemathesis.check
class unauthorized_in_every_form:
    """ignored_auth knows two kinds of wrong credentials, and looks only behind requests that succeed."""

    def __init__(self):
        self.held = set()

    def after_response(self, ctx, response, case):
        method = response.request.method
        if response.status_code == 401:
            headers = {name: values[0] for name, values in response.headers.items()}
            must_be_plain_401(401, headers, response.content, method, "this request")
            return
        # Once for each operation and kind of answer: authentication comes before the handler, its refusals too.
        question = (method, case.path, response.status_code // 100)
        if question in self.held:
            return
        for why, authorization in REFUSED_CREDENTIALS.items():
            refused = again(response, authorization)
            must_be_plain_401(refused.status_code, refused.headers, refused.content, method, why)
        # Remembered only when it holds, so that a failure is found again when Schemathesis repeats it.
        self.held.add(question)


@schemathesis.check
class accounts_apart:
    """No operation shows, names or changes anything of another account (§4)."""

    def __init__(self):
        self.held = set()

    def after_response(self, ctx, response, case):
        name = operation_id(case)
        if name in self.held or not is_declared_method(case) or not 200 <= response.status_code < 300:
            return
        if name == "createWebhook":
            return
        told = again(response, f"Bearer {OTHER_KEY}")
        if name == "listInventory":
            assert told.json()["items"] == [], "another account sees this account's stock"
        elif name in TOLD_TO_OTHERS:
            expected = TOLD_TO_OTHERS[name]
            answer = (told.status_code, told.json())
            assert answer == expected, f"another account is told {answer}, not {expected}"
        elif name.startswith("checkAuth") and told.content:
            assert told.json()["account_id"] != response.json()["account_id"], "two accounts have one id"
        self.held.add(name)


@schemathesis.check
def valid_data_is_refused_for_the_state_alone(ctx, response, case):
    """What positive_data_acceptance is told to let pass as a 400, narrowed to the refusals that may really happen."""
    if response.status_code != 400 or not is_valid(case) or not is_declared_method(case):
        return
    body = response.json()
    reasons = STATE_REFUSALS.get(operation_id(case), [])
    patterns = [re.escape(reason).replace("…", ".+") for reason in reasons]
    expected = any(re.fullmatch(pattern, body["message"], re.DOTALL) for pattern in patterns)
    assert expected, f"valid data is refused: {body['message']}"
    assert "errors" not in body, "a 400 that is not about the body's form has no errors (§7 rule 2)"


@schemathesis.check
class identifiers:
    """use_after_free and ensure_resource_availability wait for a 404, which belongs to getOrder alone (§7): an id that
    the service gave out is known until it is deleted, and unknown from then on (§3, decision 3)."""

    def __init__(self):
        self.webhooks = set(STAGE.webhooks)
        self.deleted = set()
        self.orders = set()

    def after_response(self, ctx, response, case):
        if not is_declared_method(case) or response.status_code == 401:
            return
        name = operation_id(case)
        succeeded = 200 <= response.status_code < 300
        self.look(name, case, succeeded, response)
        if succeeded:
            self.learn(name, case, response.json() if response.content else None)

    def look(self, name, case, succeeded, response):
        given = case.path_parameters or {}
        if given.get("id") in self.deleted:
            assert not succeeded, f"the subscription {given['id']} was deleted and is still there (§3)"
        elif given.get("id") in self.webhooks:
            assert b"Webhook not found" not in response.content, f"the subscription {given['id']} is gone"
        order = given.get("orderId") if name == "getOrder" else None
        if name == "cancelOrder" and isinstance(case.body, dict):
            order = case.body.get("orderId")
        if isinstance(order, str) and order in self.orders:
            assert b"Order not found" not in response.content, f"the order {order} is gone"

    def learn(self, name, case, body):
        if name == "createWebhook":
            self.webhooks.add(body["id"])
            STAGE.webhooks.append(body["id"])
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
            STAGE.orders.append(body["id"])


@schemathesis.check
def not_found_belongs_to_get_order(ctx, response, case):
    """§7: 404 comes from GET /v1/orders/{orderId} alone; both it and 405 say why in a message (decision 8)."""
    if response.status_code == 404:
        assert case.path == "/v1/orders/{orderId}", f"{case.operation.label} answers 404 (§7)"
    if response.status_code in (404, 405):
        assert list(response.json()) == ["message"], f"{response.status_code} with the body {response.text[:200]}"


@schemathesis.check
def head_is_get_without_a_body(ctx, response, case):
    """§4: any method is accepted alike. HEAD's answer cannot have the body that its content type speaks of."""
    if response.request.method != "HEAD" or response.status_code != 200:
        return
    assert response.content == b"", "the answer to HEAD has a body"
    got = SESSION.get(response.request.url, headers=response.request.headers, timeout=10)
    kind = response.headers.get("content-type")
    assert kind == [got.headers["content-type"]], f"HEAD has the content type {kind}, GET another"


@schemathesis.check
class every_operation_succeeds:
    """A run in which an operation never succeeded has looked at its refusals alone, and shows nothing."""

    def __init__(self):
        self.schema = None
        self.succeeded = set()

    def after_response(self, ctx, response, case):
        self.schema = case.operation.schema
        if is_declared_method(case) and 200 <= response.status_code < 300:
            self.succeeded.add(case.operation.label)

    def after_run(self, ctx):
        assert self.schema is not None, "nothing was tested"
        selected = {each.ok().label for each in self.schema.get_all_operations()}
        missing = sorted(selected - self.succeeded)
        assert not missing, f"never answered 2xx: {', '.join(missing)}"
