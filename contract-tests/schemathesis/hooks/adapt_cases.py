"""Adapts generated cases to the account under test."""

import json
import re
import zlib

import schemathesis

from .account import ACCOUNT, HAS_SIMULATED_DELIVERIES, PUBLISHED, is_valid, operation_id

EXAMPLE_IDS = set(re.findall(r"\b(?:cmp|whs|ord|whk)_[0-9a-f]{32}\b", json.dumps(PUBLISHED)))

# The ids in the document's examples do not exist. Requests use the account's own instead.
OWN_IDS = {
    "cmp_": lambda: ACCOUNT.campaign["id"],
    "whs_": lambda: ACCOUNT.warehouses[0],
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


@schemathesis.hook
def map_case(ctx, case):
    """Uses existing ids and offsets in most valid requests, as random ones never match."""
    digest = adapt(case, is_generated=is_valid(case))
    read_integers(case)
    if not is_valid(case) or digest % 4 == 0:
        return case
    if isinstance(case.body, dict):
        case.body = {**case.body, **existing_ids(operation_id(case), case.body, digest)}
    elif operation_id(case) == "deleteWebhook" and case.meta.phase.name.value == "fuzzing":
        case.path_parameters["id"] = ACCOUNT.webhooks[digest % len(ACCOUNT.webhooks)]
    elif isinstance(case.query, dict):
        case.query = within_lists(case.query, digest_of(case.query))
    return case


@schemathesis.hook
def before_add_examples(ctx, examples):
    # map_case does not get the examples of the document.
    for case in examples:
        adapt(case, is_generated=False)


def digest_of(value):
    """Returns a number for choices, so that a repeated case gets the same values."""
    return zlib.crc32(repr(value).encode(errors="replace"))


def adapt(case, is_generated):
    """Replaces the document's example ids and the host of a webhook URL. Returns a digest of the case."""
    digest = digest_of((case.path_parameters, case.body))
    for container in ("path_parameters", "query", "body"):
        given = getattr(case, container)
        mapped = replace_example_ids(given) if isinstance(given, (dict, list)) else given
        if mapped != given:
            setattr(case, container, mapped)
    if isinstance(case.body, dict) and isinstance(case.body.get("url"), str):
        url = webhook_url(case.body["url"], digest, is_generated)
        if url != case.body["url"]:
            case.body = {**case.body, "url": url}
    return digest


def read_integers(case):
    """Restores the integers that Schemathesis has turned into text. In a query both are the same, and it would judge
    the text as invalid, unless the phase is fuzzing."""
    types = {parameter.name: parameter.definition["schema"].get("type") for parameter in case.operation.query}
    read = {
        name: int(value)
        if types.get(name) == "integer" and isinstance(value, str) and re.fullmatch(r"0|-?[1-9][0-9]{0,14}", value)
        else value
        for name, value in (case.query or {}).items()
    }
    if read != (case.query or {}):
        case.query = read


def existing_ids(name, body, digest):
    if name == "cancelOrder":
        return {"orderId": ACCOUNT.orders[digest % len(ACCOUNT.orders)]}
    campaign = campaign_for(digest)
    known = {"campaignId": campaign["id"]} if "campaignId" in body else {}
    if name == "createOrder":
        skus = [row["sku"] for row in campaign["products"]] or ACCOUNT.skus
        known["products"] = [
            {**line, "sku": skus[(digest + at) % len(skus)], "quantity": 1}
            for at, line in enumerate(body["products"][:3])
        ]
        if "warehouse" in body and digest % 5:
            known["warehouse"] = ACCOUNT.warehouses[digest // 5 % len(ACCOUNT.warehouses)]
    return known


def within_lists(query, digest):
    """Returns a query with an existing campaign and an offset that lists reach, in three of four cases."""
    if digest % 4 == 0:
        return query
    known = {"campaignId": campaign_for(digest)["id"]} if "campaignId" in query else {}
    if isinstance(query.get("offset"), int):
        known["offset"] = query["offset"] % 50
    return {**query, **known}


def campaign_for(digest):
    """Returns the campaign for a case: mostly one that is open, sometimes any."""
    campaigns = list(ACCOUNT.campaigns.values())
    return ACCOUNT.campaign if digest % 6 else campaigns[digest // 6 % len(campaigns)]


def webhook_url(url, digest, is_generated):
    """Returns the URL to subscribe: with another path, and with a host that no delivery can reach."""
    parts = re.fullmatch(r"([Hh][Tt][Tt][Pp][Ss]://)([^/?#]+)(.*)", url, re.DOTALL)
    if parts is None:
        return url
    before, host, after = parts.groups()
    # An account can subscribe a URL once, so examples get another path too.
    if is_generated and (digest % 3 or host == "hooks.example.com"):
        after = f"/{digest}"
    # No host has a name under .example (RFC 2606).
    if not HAS_SIMULATED_DELIVERIES:
        host = f"hook-{digest:x}.example"
    return f"{before}{host}{after}"
