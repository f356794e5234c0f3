"""The data of the account under test."""

import requests

from .environment import KEY, SESSION, URL

# A valid subscription address that no delivery can reach (TEST-NET-1, RFC 5737).
UNREACHABLE_URL = "https://192.0.2.1"


def request_json(path, method="GET", **options):
    """Sends a request outside any test, as the account under test. Returns the JSON body."""
    response = SESSION.request(method, URL + path, headers={"Authorization": f"Bearer {KEY}"}, timeout=10, **options)
    assert response.ok, f"{method} {path} returns {response.status_code}: {response.text[:200]}"
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
