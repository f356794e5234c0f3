"""Adds to Schemathesis the data of a test account and the rules that its built-in checks do not cover.

Load this file only by name, through SCHEMATHESIS_HOOKS. Schemathesis runs a file named by its path once for each
configuration, and the checks would not share state with the hooks. "§N" is a section of the service's specification,
"decision N" a design decision.

Environment: a server whose data may be changed (MERCH_URL), a key (MERCH_KEY) and the document under test
(MERCH_DOCUMENT, a file). Optional: a key of another account without data (MERCH_OTHER_KEY), keys that must be rejected
(MERCH_REVOKED_KEY, MERCH_DEACTIVATED_KEY), MERCH_STATELESS=1 for a server that keeps no data, and
MERCH_SIMULATED_DELIVERIES=1 for a server whose deliveries never leave it.
"""

import collections
import datetime
import hashlib
import ipaddress
import json
import os
import re
import zlib

import jsonschema_rs
import requests
import schemathesis

import webhook_url_rules

URL = os.environ["MERCH_URL"]
KEY = os.environ["MERCH_KEY"]
DOCUMENT = os.environ["MERCH_DOCUMENT"]
OTHER_KEY = os.environ.get("MERCH_OTHER_KEY")
IS_STATELESS = os.environ.get("MERCH_STATELESS") == "1"
HAS_SIMULATED_DELIVERIES = os.environ.get("MERCH_SIMULATED_DELIVERIES") == "1"

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
}
for what, name in [("a revoked key", "MERCH_REVOKED_KEY"), ("a key of a deactivated account", "MERCH_DEACTIVATED_KEY")]:
    if os.environ.get(name):
        REJECTED_CREDENTIALS[what] = f"Bearer {os.environ[name]}"

# The host of the webhook URLs in the document's examples.
EXAMPLE_HOST = "hooks.example.com"

# A valid subscription address that no delivery can reach (TEST-NET-1, RFC 5737).
UNREACHABLE_URL = "https://192.0.2.1"

WEBHOOK_URL_REJECTED = "Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses"

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


def read_inventory():
    """Returns the available units of each SKU in each warehouse."""
    available = {}
    for page in range(1, 1000):
        body = request_json(f"/v1/inventory/list?page_size=100&page={page}")
        for item in body["items"]:
            available[item["warehouse"]["warehouse_id"], item["sku"]] = item["available"]
        if not body["pagination"]["has_more"]:
            break
    return available


def read_webhooks():
    return {each["id"]: each for each in request_json("/v1/webhooks")["webhooks"]}


class AccountData:
    """The account's data, for requests that should succeed and for rejections that must be true."""

    def __init__(self):
        self.campaigns = {each["id"]: each for each in request_json("/v1/campaigns/list")}
        self.campaign = next(each for each in self.campaigns.values() if each["status"] == "Active")
        self.skus = [row["sku"] for row in self.campaign["products"]]
        item = request_json("/v1/inventory/list?status=in_stock")["items"][0]
        self.warehouse = item["warehouse"]["warehouse_id"]
        self.warehouses = {warehouse for warehouse, _ in read_inventory()}
        self.orders = [order["id"] for order in request_json("/v1/orders/list?orderStatus=AWAITING_SHIPMENT")]
        self.webhooks = [self.subscription()["id"]]
        self.deleted = set()

    def subscription(self):
        # A URL can be subscribed to once, and an earlier run may have done so.
        for subscription in request_json("/v1/webhooks")["webhooks"]:
            return subscription
        body = {"url": f"{UNREACHABLE_URL}/hook", "events": ["order.created"]}
        return request_json("/v1/webhooks", "POST", json=body)

    def existing_webhook(self):
        """Returns the id of a subscription that was not deleted."""
        for known in self.webhooks:
            if known not in self.deleted:
                return known
        self.webhooks.append(self.subscription()["id"])
        return self.webhooks[-1]

    def read_order(self, order_id):
        """Returns the order, or None if it does not exist."""
        response = SESSION.get(
            f"{URL}/v1/orders/{requests.utils.quote(order_id, safe='')}",
            headers={"Authorization": f"Bearer {KEY}"},
            timeout=10,
        )
        return response.json() if response.status_code == 200 else None


ACCOUNT = AccountData()


def campaign_of(case):
    return ACCOUNT.campaigns.get(case.body["campaignId"])


def is_campaign_unknown(case, _):
    return campaign_of(case) is None


def is_campaign_inactive(case, _):
    return campaign_of(case) is not None and campaign_of(case)["status"] != "Active"


def is_campaign_expired(case, _):
    if campaign_of(case) is None:
        return False
    expiration = datetime.datetime.fromisoformat(campaign_of(case)["expiration"].replace("Z", "+00:00"))
    return expiration <= datetime.datetime.now(datetime.timezone.utc)


def is_sku_outside_campaign(case, sku):
    if campaign_of(case) is None or sku not in [line["sku"] for line in case.body["products"]]:
        return False
    return sku not in [row["sku"] for row in campaign_of(case)["products"]]


def is_stock_short(case, sku):
    """Returns whether no warehouse that may ship the order has all of it in stock. Orders are never split."""
    wanted = collections.Counter()
    for line in case.body["products"]:
        wanted[line["sku"]] += line["quantity"]
    if sku not in wanted or campaign_of(case) is None or campaign_of(case)["allowOutOfStockOrders"]:
        return False
    available = read_inventory()
    chosen = case.body.get("warehouse")
    warehouses = ACCOUNT.warehouses if chosen is None else [chosen]
    return not any(
        all(available.get((warehouse, each), 0) >= quantity for each, quantity in wanted.items())
        for warehouse in warehouses
    )


def is_warehouse_unknown(case, _):
    return case.body.get("warehouse") is not None and case.body["warehouse"] not in ACCOUNT.warehouses


def is_order_unknown(case, _):
    order_id = case.body["orderId"]
    return order_id not in ACCOUNT.orders and ACCOUNT.read_order(order_id) is None


def has_order_status(status):
    def is_true(case, _):
        order = ACCOUNT.read_order(case.body["orderId"])
        return order is not None and order["status"] == status

    return is_true


def is_webhook_unknown(case, _):
    return case.path_parameters["id"] not in read_webhooks()


def is_webhook_inactive(case, _):
    webhook = read_webhooks().get(case.path_parameters["id"])
    return webhook is not None and not webhook["active"]


def is_url_rejected(case, _):
    return "url" in case.body and webhook_url_rules.judge(case.body["url"]) != webhook_url_rules.ALLOWED


def is_url_subscribed(case, _):
    if "url" not in case.body:
        return False
    own = (case.path_parameters or {}).get("id")
    url = webhook_url_rules.comparable(case.body["url"])
    others = [each["url"] for id, each in read_webhooks().items() if id != own]
    return url in [webhook_url_rules.comparable(each) for each in others]


# The messages with which a schema-valid request may return 400, because of the account's state, and what must be true
# then. No other message may reject valid data. "…" matches any name.
STATE_REJECTIONS = {
    "createContact": {"Campaign not found": is_campaign_unknown},  # decision 4
    "createInvite": {"Campaign not found": is_campaign_unknown},  # decision 4
    "createOrder": {  # decisions 4 and 19
        "Campaign not found": is_campaign_unknown,
        "Campaign is not active": is_campaign_inactive,
        "Campaign has expired": is_campaign_expired,
        "SKU is not part of the campaign: …": is_sku_outside_campaign,
        "Not enough stock: …": is_stock_short,
        "Warehouse not found": is_warehouse_unknown,
    },
    "cancelOrder": {  # decision 2
        "Order not found": is_order_unknown,
        "Order is already cancelled": has_order_status("CANCELLED"),
        "Order has already shipped": has_order_status("SHIPPED"),
        "Order has been returned": has_order_status("RETURNED"),
    },
    "createWebhook": {  # §2, §4, §7 rule 4
        WEBHOOK_URL_REJECTED: is_url_rejected,
        "A webhook with this URL already exists": is_url_subscribed,
    },
    "updateWebhook": {
        "Webhook not found": is_webhook_unknown,
        WEBHOOK_URL_REJECTED: is_url_rejected,
        "A webhook with this URL already exists": is_url_subscribed,
    },
    "deleteWebhook": {"Webhook not found": is_webhook_unknown},  # decision 3
    "testWebhook": {"Webhook not found": is_webhook_unknown, "Webhook is not active": is_webhook_inactive},  # §4
    "rotateWebhookSecret": {"Webhook not found": is_webhook_unknown},  # decision 3
}

# The ids in the document's examples do not exist. Requests use the account's own instead.
OWN_IDS = {
    "cmp_": lambda: ACCOUNT.campaign["id"],
    "whs_": lambda: ACCOUNT.warehouse,
    "ord_": lambda: ACCOUNT.orders[0],
    "whk_": ACCOUNT.existing_webhook,
}


def replace_example_ids(node):
    """Returns a value with the account's ids in place of those in the document's examples."""
    if isinstance(node, dict):
        return {name: replace_example_ids(value) for name, value in node.items()}
    if isinstance(node, list):
        return [replace_example_ids(value) for value in node]
    return OWN_IDS[node[:4]]() if isinstance(node, str) and node in EXAMPLE_IDS else node


def digest_of(document):
    return hashlib.sha256(json.dumps(document, sort_keys=True).encode()).hexdigest()


def check_patterns(node):
    """Raises on a pattern that Schemathesis would silently drop."""
    if isinstance(node, dict):
        if isinstance(node.get("pattern"), str):
            jsonschema_rs.Draft202012Validator({"pattern": node["pattern"]})
        node = list(node.values())
    if isinstance(node, list):
        for value in node:
            check_patterns(value)


with open(DOCUMENT, encoding="utf-8") as file:
    PUBLISHED = json.load(file)
check_patterns(PUBLISHED)
EXAMPLE_IDS = set(re.findall(r"\b(?:cmp|whs|ord|whk)_[0-9a-f]{32}\b", json.dumps(PUBLISHED)))


@schemathesis.hook
def after_load_schema(ctx, schema):
    """Fails if another document than the published one would be tested. Later, Schemathesis adds links to its copy."""
    tested, published = digest_of(schema.raw_schema), digest_of(PUBLISHED)
    assert tested == published, f"the loaded document has the hash {tested}, the published one {published}"


def is_valid(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


@schemathesis.hook
def map_case(ctx, case):
    """Uses existing ids in most valid requests, as random texts never match one."""
    digest = adapt(case, may_change_host=is_valid(case))
    read_integers(case)
    if not is_valid(case) or digest % 4 == 0:
        return case
    if isinstance(case.body, dict):
        case.body = {**case.body, **existing_ids(operation_id(case), case.body, digest)}
    elif operation_id(case) == "deleteWebhook" and case.meta.phase.name.value == "fuzzing":
        case.path_parameters["id"] = ACCOUNT.webhooks[digest % len(ACCOUNT.webhooks)]
    return case


@schemathesis.hook
def before_add_examples(ctx, examples):
    # map_case does not get the examples of the document.
    for case in examples:
        adapt(case, may_change_host=False)


def adapt(case, may_change_host):
    """Replaces the document's example ids and the host of a webhook URL. Returns a digest of the case."""
    # A repeated case gets the same values.
    digest = zlib.crc32(repr((case.path_parameters, case.body)).encode(errors="replace"))
    for container in ("path_parameters", "query", "body"):
        given = getattr(case, container)
        mapped = replace_example_ids(given) if isinstance(given, (dict, list)) else given
        if mapped != given:
            setattr(case, container, mapped)
    if isinstance(case.body, dict) and isinstance(case.body.get("url"), str):
        url = webhook_url(case.body["url"], digest, may_change_host)
        if url != case.body["url"]:
            case.body = {**case.body, "url": url}
    return digest


def read_integers(case):
    """Restores the integers that Schemathesis has turned into text next to an unknown query parameter.

    Unknown query parameters are ignored (§4, decision 15), and Schemathesis allows that if the other parameters are
    valid. It would judge an integer in text as invalid.
    """
    if not any("unknown-property" in name for name in case.query or {}):
        return
    types = {parameter.name: parameter.definition["schema"].get("type") for parameter in case.operation.query}
    read = {
        name: int(value)
        if types.get(name) == "integer" and isinstance(value, str) and re.fullmatch(r"0|-?[1-9][0-9]{0,14}", value)
        else value
        for name, value in case.query.items()
    }
    if read != case.query:
        case.query = read


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


def id_of(operation):
    return operation.definition.raw["operationId"]


def operation_id(case):
    return id_of(case.operation)


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


@schemathesis.check
def valid_data_is_rejected_only_for_state(ctx, response, case):
    """Allows a 400 for valid data only with an expected message that is true. The built-in check allows every 400."""
    if response.status_code != 400 or not is_valid(case) or not is_declared_method(case):
        return
    body = response.json()
    for reason, is_true in STATE_REJECTIONS.get(operation_id(case), {}).items():
        match = re.fullmatch(re.escape(reason).replace("…", "(.+)"), body["message"], re.DOTALL)
        if match:
            name = match.groups()[0] if match.groups() else None
            assert is_true(case, name), f"valid data is rejected, but this is not true: {body['message']}"
            break
    else:
        raise AssertionError(f"valid data is rejected: {body['message']}")
    assert "errors" not in body, "a 400 for the account's state must not have errors (§7 rule 2)"


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


@schemathesis.check
class identifiers:
    """Checks that an id exists until it is deleted, and not afterwards (§3, decision 3).

    use_after_free and ensure_resource_availability expect a 404, which only getOrder returns (§7).
    """

    def __init__(self):
        self.webhooks = set(ACCOUNT.webhooks)
        self.deleted = ACCOUNT.deleted
        self.orders = set(ACCOUNT.orders)

    def after_response(self, ctx, response, case):
        if not is_declared_method(case) or response.status_code == 401 or IS_STATELESS:
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


@schemathesis.check
class every_link_succeeds:
    """Follows each declared link once, from the first response that has its values. The linked request must succeed.

    The stateful phase chooses links at random, and never chooses some of them.
    """

    def __init__(self):
        self.operations = {}
        self.followed = set()

    def after_response(self, ctx, response, case):
        if not self.operations:
            self.operations = {id_of(each.ok()): each.ok() for each in case.operation.schema.get_all_operations()}
        if not is_declared_method(case) or not 200 <= response.status_code < 300:
            return
        links = self.links_of(operation_id(case), str(response.status_code))
        # A deletion comes last, as the other links need what it deletes.
        for name, link in sorted(links, key=lambda each: self.operations[each[1]["operationId"]].method == "delete"):
            if (case.operation.label, name) not in self.followed:
                self.follow(name, link, response, case)

    def links_of(self, operation_id, status):
        """Lists the declared links to operations of this run."""
        source = self.operations[operation_id]
        declared = PUBLISHED["paths"][source.path][source.method]["responses"].get(status, {}).get("links", {})
        for name, link in declared.items():
            if "$ref" in link:
                link = PUBLISHED["components"]["links"][link["$ref"].rsplit("/", 1)[1]]
            if link["operationId"] in self.operations:
                yield name, link

    def follow(self, name, link, response, case):
        target = self.operations[link["operationId"]]
        bodies = {"$request.body": case.body, "$response.body": response.json()}
        try:
            parameters = {each: resolve(value, bodies) for each, value in link.get("parameters", {}).items()}
            body = resolve(link.get("requestBody"), bodies)
        except LookupError:
            # Such as an empty list. A later response has the values.
            return
        quoted = {each: requests.utils.quote(str(value), safe="") for each, value in parameters.items()}
        query = {each: value for each, value in parameters.items() if f"{{{each}}}" not in target.path}
        linked = SESSION.request(
            target.method,
            URL + target.path.format_map(quoted),
            params=query,
            json=body,
            headers={"Authorization": f"Bearer {KEY}"},
            timeout=10,
        )
        outcome = f"{linked.status_code}: {linked.text[:200]}"
        assert linked.ok, f"the link {name} of {case.operation.label} leads to {outcome}"
        self.followed.add((case.operation.label, name))
        if link["operationId"] == "deleteWebhook":
            ACCOUNT.deleted.add(parameters["id"])

    def after_run(self, ctx):
        declared = {
            (operation.label, name)
            for id, operation in self.operations.items()
            for status in PUBLISHED["paths"][operation.path][operation.method]["responses"]
            for name, _ in self.links_of(id, status)
        }
        missing = [f"{name} of {label}" for label, name in sorted(declared - self.followed)]
        assert not missing, f"no response had the values of these links: {', '.join(missing)}"


def resolve(value, bodies):
    """Replaces the runtime expressions in a value of a link. Raises LookupError if a body lacks the value."""
    if isinstance(value, dict):
        return {name: resolve(each, bodies) for name, each in value.items()}
    if not isinstance(value, str) or not value.startswith("$"):
        return value
    source, _, pointer = value.partition("#")
    found = bodies[source]
    for step in pointer.split("/")[1:]:
        found = found[int(step) if isinstance(found, list) else step]
    return found
