"""Checks that ids exist until they are deleted."""

import schemathesis

from .account import ACCOUNT
from .cases import is_declared_method, operation_id
from .environment import IS_STATELESS


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
