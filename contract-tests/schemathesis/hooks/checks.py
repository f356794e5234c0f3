"""Checks in place of those that the configuration excludes, and of what Schemathesis would silently leave out."""

import datetime
import re

import jsonschema_rs
import schemathesis

from .account import ACCOUNT, PUBLISHED, is_declared_method, is_valid, operation_id, read_order, read_webhooks


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
def after_load_schema(ctx, schema):
    """Fails if another document than the published one would be tested. Later, Schemathesis adds links to its copy."""
    check_patterns(PUBLISHED)
    assert schema.raw_schema == PUBLISHED, "the loaded document differs from the published one"


@schemathesis.deserializer("text/html")
def read_plain_text(ctx, response):
    # The 401 body is the only one that is not JSON (§1). This lets the built-in check validate it.
    return response.text


@schemathesis.check
def record_ids(ctx, response, case):
    """Records what a success created or deleted, for the cases that follow."""
    if not 200 <= response.status_code < 300 or not is_declared_method(case):
        return
    name = operation_id(case)
    if name == "createWebhook":
        ACCOUNT.webhooks.append(response.json()["id"])
    elif name == "deleteWebhook":
        ACCOUNT.deleted.add(case.path_parameters["id"])
    elif name == "createOrder":
        ACCOUNT.orders.append(response.json()["id"])


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


def campaign_of(case):
    """Returns the campaign of a request body. Empty if the account has none with its id."""
    return ACCOUNT.campaigns.get(case.body["campaignId"], {})


def is_campaign_unknown(case, _):
    return not campaign_of(case)


def is_campaign_inactive(case, _):
    return campaign_of(case).get("status", "Active") != "Active"


def is_campaign_expired(case, _):
    expiration = campaign_of(case).get("expiration", "9999-12-31T00:00:00Z").replace("Z", "+00:00")
    return datetime.datetime.fromisoformat(expiration) <= datetime.datetime.now(datetime.timezone.utc)


def is_sku_ordered(case, sku):
    return sku in [line["sku"] for line in case.body["products"]]


def is_sku_outside_campaign(case, sku):
    return is_sku_ordered(case, sku) and sku not in [row["sku"] for row in campaign_of(case).get("products", [])]


def is_warehouse_unknown(case, _):
    return case.body.get("warehouse") is not None and case.body["warehouse"] not in ACCOUNT.warehouses


def is_order_unknown(case, _):
    return read_order(case.body["orderId"]) is None


def has_order_status(status):
    return lambda case, _: (read_order(case.body["orderId"]) or {}).get("status") == status


def is_webhook_unknown(case, _):
    return case.path_parameters["id"] not in read_webhooks()


def is_webhook_inactive(case, _):
    return read_webhooks().get(case.path_parameters["id"], {}).get("active") is False


def has_url(case, _):
    return "url" in case.body


# A URL that §4 allows for certain: its host is a name under .com or .example. The laws judge all others.
ALLOWED_URL = re.compile(r"https://([a-z0-9]+(-[a-z0-9]+)*\.)+(com|example)(:[1-9][0-9]{0,3})?(/.*)?", re.DOTALL)


def has_doubtful_url(case, _):
    return "url" in case.body and not ALLOWED_URL.fullmatch(case.body["url"])


URL_REJECTIONS = {
    "Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses": has_doubtful_url,
    "A webhook with this URL already exists": has_url,
}

# The messages with which a schema-valid request may return 400, because of the account's state, each with its
# condition. No other message may reject valid data, but that of an integer that is no exact double. "…" matches any name.
STATE_REJECTIONS = {
    "createContact": {"Campaign not found": is_campaign_unknown},  # decision 4
    "createInvite": {"Campaign not found": is_campaign_unknown},  # decision 4
    "createOrder": {  # decisions 4 and 19
        "Campaign not found": is_campaign_unknown,
        "Campaign is not active": is_campaign_inactive,
        "Campaign has expired": is_campaign_expired,
        "SKU is not part of the campaign: …": is_sku_outside_campaign,
        "Not enough stock: …": is_sku_ordered,  # The laws judge the stock.
        "Warehouse not found": is_warehouse_unknown,
    },
    "cancelOrder": {  # decision 2
        "Order not found": is_order_unknown,
        "Order is already cancelled": has_order_status("CANCELLED"),
        "Order has already shipped": has_order_status("SHIPPED"),
        "Order has been returned": has_order_status("RETURNED"),
    },
    "createWebhook": URL_REJECTIONS,  # §2, §4, §7 rule 4
    "updateWebhook": {"Webhook not found": is_webhook_unknown, **URL_REJECTIONS},
    "deleteWebhook": {"Webhook not found": is_webhook_unknown},  # decision 3
    "testWebhook": {"Webhook not found": is_webhook_unknown, "Webhook is not active": is_webhook_inactive},  # §4
    "rotateWebhookSecret": {"Webhook not found": is_webhook_unknown},  # decision 3
}


def has_lost_digits(node):
    """Returns whether a value has an integer that is no exact double (RFC 8259 §6), which the server rejects."""
    if isinstance(node, dict):
        node = list(node.values())
    if isinstance(node, list):
        return any(has_lost_digits(each) for each in node)
    if not isinstance(node, int) or abs(node) < 2**53:
        return False
    return node.bit_length() > 1024 or int(float(node)) != node


def as_sent(name):
    """Undoes how a message shows characters that nobody could see."""
    return re.sub("<U\\+([0-9A-F]{4,6})>", lambda found: chr(int(found[1], 16)), name)


@schemathesis.check
def valid_data_is_rejected_only_for_state(ctx, response, case):
    """Allows a 400 for valid data only with an expected message that is true. The built-in check allows every 400."""
    if response.status_code != 400 or not is_valid(case) or not is_declared_method(case):
        return
    body = response.json()
    if "which is no exact double" in response.text:
        assert has_lost_digits(case.body), f"valid data is rejected, but this is not true: {response.text}"
        return
    for reason, is_true in STATE_REJECTIONS.get(operation_id(case), {}).items():
        match = re.fullmatch(re.escape(reason).replace("…", "(.+)"), body["message"], re.DOTALL)
        if match:
            name = as_sent(match.groups()[0]) if match.groups() else None
            assert is_true(case, name), f"valid data is rejected, but this is not true: {body['message']}"
            return
    raise AssertionError(f"valid data is rejected: {body['message']}")
