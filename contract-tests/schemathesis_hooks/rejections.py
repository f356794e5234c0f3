"""Checks that a rejection of valid data is true of the account."""

import collections
import datetime
import re

import schemathesis

from . import webhook_url_rules
from .account import ACCOUNT, read_inventory, read_webhooks
from .cases import is_declared_method, is_valid, operation_id
from .webhook_url_rules import WEBHOOK_URL_REJECTED


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
