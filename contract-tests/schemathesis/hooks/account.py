"""The environment of the run, and the data of the account under test."""

import json
import os

import requests

URL = os.environ["MERCH_URL"]
KEY = os.environ["MERCH_KEY"]
HAS_SIMULATED_DELIVERIES = os.environ.get("MERCH_SIMULATED_DELIVERIES") == "1"
SESSION = requests.Session()
# Ignores proxy settings in the environment, as the server is on this machine.
SESSION.trust_env = False

with open(os.environ["MERCH_DOCUMENT"], encoding="utf-8") as file:
    PUBLISHED = json.load(file)


def send(path, method="GET", **options):
    """Sends a request outside any test, as the account under test."""
    return SESSION.request(method, URL + path, headers={"Authorization": f"Bearer {KEY}"}, timeout=10, **options)


def request_json(path, method="GET", **options):
    """Returns the JSON body of a response that must be a success."""
    response = send(path, method, **options)
    assert response.ok, f"{method} {path} returns {response.status_code}: {response.text[:200]}"
    return response.json()


def read_webhooks():
    return {each["id"]: each for each in request_json("/v1/webhooks")["webhooks"]}


def read_order(order_id):
    """Returns the order, or None if it does not exist."""
    response = send(f"/v1/orders/{requests.utils.quote(order_id, safe='')}")
    return response.json() if response.status_code == 200 else None


class AccountData:
    """The account's data, for requests that should succeed and for rejections that must be true."""

    def __init__(self):
        self.campaigns = {each["id"]: each for each in request_json("/v1/campaigns/list")}
        self.campaign = next(each for each in self.campaigns.values() if each["status"] == "Active")
        self.skus = [row["sku"] for row in self.campaign["products"]]
        items = request_json("/v1/inventory/list?status=in_stock&page_size=100")["items"]
        self.warehouses = sorted({each["warehouse"]["warehouse_id"] for each in items})
        self.orders = [order["id"] for order in request_json("/v1/orders/list?orderStatus=AWAITING_SHIPMENT")]
        self.webhooks = [self.subscription()]
        self.deleted = set()

    def subscription(self):
        """Returns the id of a subscription."""
        for known in read_webhooks():
            return known
        # No delivery can reach this address (TEST-NET-1, RFC 5737).
        body = {"url": "https://192.0.2.1/hook", "events": ["order.created"]}
        return request_json("/v1/webhooks", "POST", json=body)["id"]

    def existing_webhook(self):
        """Returns the id of a subscription that was not deleted."""
        for known in self.webhooks:
            if known not in self.deleted:
                return known
        self.webhooks.append(self.subscription())
        return self.webhooks[-1]


ACCOUNT = AccountData()


def operation_id(case):
    return case.operation.definition.raw["operationId"]


def is_declared_method(case):
    return case.method.upper() == case.operation.method.upper()


def is_valid(case):
    return case.meta is not None and case.meta.generation.mode.is_positive
