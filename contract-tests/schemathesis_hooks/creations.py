"""Checks that a creation returns what was sent, and that the account's data allows it."""

import schemathesis

from .cases import is_declared_method, is_valid, operation_id
from .environment import IS_STATELESS
from .rejections import (
    is_campaign_expired,
    is_campaign_inactive,
    is_campaign_unknown,
    is_sku_outside_campaign,
    is_warehouse_unknown,
)

# What must be false of a creation that succeeds (decisions 4 and 19).
FORBIDDEN = {
    "createContact": [is_campaign_unknown],
    "createInvite": [is_campaign_unknown],
    "createOrder": [is_campaign_unknown, is_campaign_inactive, is_campaign_expired, is_warehouse_unknown],
}

INVITE_TEXTS = ["firstName", "lastName", "email", "companyName"]
RECIPIENT_TEXTS = ["firstName", "lastName", "email", "phone", "street1", "street2", "city", "state", "zip", "country"]


def texts_of(node, names):
    """Returns texts by name. Unset ones are empty (decision 28)."""
    return {name: node.get(name, "") for name in names}


def order_of(body):
    """Returns the part of an order that follows from its request."""
    lines = [{name: line[name] for name in ("sku", "quantity")} for line in body["products"]]
    recipient = texts_of(body["shipTo"], RECIPIENT_TEXTS)
    texts = {"companyName": body["shipTo"].get("companyName", ""), **texts_of(body, ["notes"])}
    warehouse = {"warehouse": body["warehouse"]} if "warehouse" in body else {}
    return {"campaignId": body["campaignId"], "products": lines, "recipient": recipient, **texts, **warehouse}


def invite_of(body):
    """Returns the part of an invite that follows from its request."""
    emailed = {} if body["sendEmailNotification"] else {"emailNotificationSent": False}
    return {**texts_of(body, INVITE_TEXTS), **emailed}


@schemathesis.check
def creations_are_allowed_and_as_sent(ctx, response, case):
    """Checks that a creation was allowed (decisions 4 and 19) and returns every text as sent (decision 16)."""
    name = operation_id(case)
    if not 200 <= response.status_code < 300 or not is_valid(case) or not is_declared_method(case) or IS_STATELESS:
        return
    for is_true in FORBIDDEN.get(name, []):
        assert not is_true(case, None), f"{name} succeeds, but {is_true.__name__}"
    if name == "createOrder":
        for line in case.body["products"]:
            assert not is_sku_outside_campaign(case, line["sku"]), f"{line['sku']} is not part of the campaign"
        must_have(response.json(), order_of(case.body))
    elif name == "createInvite":
        must_have(response.json()["invite"], invite_of(case.body))
    elif name in ("createWebhook", "updateWebhook"):
        must_have(response.json(), {each: case.body[each] for each in ("active",) if each in case.body})


def must_have(returned, expected):
    actual = {name: returned.get(name) for name in expected}
    assert actual == expected, f"the response must have {expected}, not {actual}"
