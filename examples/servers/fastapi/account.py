"""One customer's data and its rules, in memory: a method for each operation of the document."""

import itertools
import secrets
import uuid
from collections import Counter
from datetime import datetime

import webhooks
from validate import Rejected, document

CLOSED = {
    "SHIPPED": "Order has already shipped",
    "CANCELLED": "Order is already cancelled",
    "RETURNED": "Order has been returned",
}

schemas = document["components"]["schemas"]


def new_id(prefix):
    return f"{prefix}_{uuid.uuid4().hex}"


def row(schema, given):
    """Returns a row of a schema. Fields that are not given are null, or else an empty text."""
    fields = schemas[schema]["properties"].items()
    return {name: given.get(name, None if "null" in field.get("type", ()) else "") for name, field in fields}


def is_in(text, *values):
    """Whether a text is part of one of the values in any case. No text is part of each."""
    return not text or any(text.lower() in value.lower() for value in values)


def find(rows, id, message, status=400):
    found = next((each for each in rows if each["id"] == id), None)
    if not found:
        raise Rejected(message, status=status)
    return found


def key_of(record, person):
    """Returns what contacts, invites and orders of one person have in common."""
    return record["campaignId"], person["email"].lower()


def page(rows, given):
    return rows[given["offset"] :][: given["limit"]]


class Account:
    def __init__(self, service, has_data=True):
        self.service, self.id, self.numbers = service, new_id("acc"), itertools.count(1)
        self.products, self.campaigns, self.contacts = [], [], []
        self.orders, self.stock, self.webhooks, self.invited = [], [], [], set()
        if has_data:
            self.fill()

    def fill(self):
        warehouses = [{"warehouse_id": new_id("whs"), "warehouse_name": name} for name in ("East", "West")]
        for i in range(24):
            product = row("ProductVariant", {"id": new_id("prd"), "title": f"Shirt {i}", "sku": f"SHIRT-{i:02}"})
            product |= {"minimumOrderQuantity": 1, "productionTime": 5}
            self.products.append(product)
            for warehouse in warehouses:
                item = {"id": new_id("stk"), "product_id": product["id"], "product_name": product["title"]}
                item |= {"sku": product["sku"], "warehouse": warehouse, "inventory_events": []}
                item |= {"on_hand": 0, "allocated": 0, "inbound": 0}
                self.stock.append(item)
                self.count(item, "received", 0 if i == 5 else 50, None, "on_hand")
        for name, status in (("Welcome", "Active"), ("Later", "Active"), ("Old", "Paused")):
            campaign = {"id": new_id("cmp"), "name": name, "status": status, "allowOutOfStockOrders": name == "Later"}
            self.campaigns.append(campaign | {"expiration": "2099-12-31T23:59:59Z", "products": self.products[:12]})
            for i in range(22):
                contact = {"firstName": "Ada", "lastName": f"No {i}", "email": f"ada{i}@example.com"}
                self.createContact(contact | {"campaignId": campaign["id"]})
        for _ in range(22):
            order = {"campaignId": self.campaigns[0]["id"], "products": [{"sku": "SHIRT-01", "quantity": 1}]}
            self.cancelOrder({"orderId": self.createOrder(order | {"shipTo": {"email": "ada@example.com"}})["id"]})

    # Catalogue, contacts and invites

    def listProducts(self, given):
        return page(self.products, given)

    def listCampaigns(self, given):
        return self.campaigns

    def listContacts(self, given):
        status, count = given["inviteStatusFilter"], given["orderCountFilter"]
        found = []
        for contact in self.contacts:
            key = key_of(contact, contact)
            orders = [each for each in self.orders if key_of(each, each["recipient"]) == key]
            counted = contact | {"orderCount": len(orders)}
            if (
                contact["campaignId"] == given["campaignId"]
                and is_in(given["searchText"], f"{contact['firstName']} {contact['lastName']}", contact["email"])
                and (not given["tags"] or set(given["tags"]) & set(contact["tags"]))
                and status in (None, "invited" if key in self.invited else "not_invited")
                and count in (None, counted["orderCount"])
            ):
                found.append(counted)
        return page(found, given)

    def createContact(self, given):
        find(self.campaigns, given["campaignId"], "Campaign not found")
        contact = row("Contact", given) | {"id": new_id("con"), "tags": given.get("tags", [])}
        self.contacts.append(contact)
        return {"contactId": contact["id"]}

    def createInvite(self, given):
        campaign = find(self.campaigns, given["campaignId"], "Campaign not found")
        invite = row("Invite", {"expiresAt": campaign["expiration"], **given})
        invite |= {"_id": new_id("inv"), "slug": secrets.token_urlsafe(16), "inviteNumber": f"INV-{next(self.numbers)}"}
        invite |= {"status": "UNUSED", "createdAt": self.service.time(), "emailNotificationSent": False}
        self.invited.add(key_of(given, invite))
        return {"invite": invite, "inviteUrl": f"{self.service.url}/i/{invite['slug']}"}

    # Orders and stock

    def listOrders(self, given):
        email, found = given["email"], self.orders
        for name, field in (("campaignId",) * 2, ("orderStatus", "status"), ("sourceOrderNumber",) * 2):
            found = [each for each in found if given[name] in (None, each[field])]
        return page([each for each in found if not email or email.lower() == each["recipient"]["email"].lower()], given)

    def getOrder(self, given):
        return find(self.orders, given["orderId"], "Order not found", 404)

    def createOrder(self, given):
        campaign = find(self.campaigns, given["campaignId"], "Campaign not found")
        if campaign["status"] != "Active":
            raise Rejected("Campaign is not active")
        if datetime.fromisoformat(campaign["expiration"]).timestamp() <= self.service.now():
            raise Rejected("Campaign has expired")
        lines = [{"sku": line["sku"], "quantity": int(line["quantity"])} for line in given["products"]]
        for line in lines:
            if line["sku"] not in [product["sku"] for product in campaign["products"]]:
                raise Rejected(f"SKU is not part of the campaign: {line['sku']}")
        warehouse, is_in_stock = self.choose_warehouse(given.get("warehouse"), lines)
        if not is_in_stock and not campaign["allowOutOfStockOrders"]:
            raise Rejected("Not enough stock")
        order = row("Order", {"id": new_id("ord"), "orderNumber": f"MF-{next(self.numbers)}", "products": lines})
        order |= {"status": "AWAITING_SHIPMENT", "allocationStatus": "ALLOCATED" if is_in_stock else "BACKORDERED"}
        order |= {"paymentStatus": "PAID", "orderSource": "API", "orderDate": self.service.time()}
        order |= {"campaignId": campaign["id"], "warehouse": warehouse, "recipient": row("Recipient", given["shipTo"])}
        order |= {"companyName": given["shipTo"].get("companyName", ""), "notes": given.get("notes", "")}
        order |= {"sourceOrderNumber": given.get("sourceOrderNumber")}
        self.orders.insert(0, order)
        self.move(order, "order_allocated", 1, "allocated")
        self.emit("order.created", order)
        return order

    def choose_warehouse(self, wanted, lines):
        """Returns the wanted warehouse, or one with all lines in stock, and whether it has them."""
        warehouses = [item["warehouse"]["warehouse_id"] for item in self.stock]
        if wanted and wanted not in warehouses:
            raise Rejected("Warehouse not found")
        for warehouse in [wanted] if wanted else warehouses:
            if all(item["available"] >= quantity for item, quantity in self.items_of(warehouse, lines)):
                return warehouse, True
        return wanted or warehouses[0], False

    def items_of(self, warehouse, lines):
        """Returns the stock of lines in a warehouse, each with the quantity of its SKU."""
        quantities = Counter()
        for line in lines:
            quantities[line["sku"]] += line["quantity"]
        items = [item for item in self.stock if item["warehouse"]["warehouse_id"] == warehouse]
        return [(item, quantities[item["sku"]]) for item in items if item["sku"] in quantities]

    def move(self, order, event, sign, *counts):
        for item, quantity in self.items_of(order["warehouse"], order["products"]):
            self.count(item, event, sign * quantity, order["id"], *counts)

    def count(self, item, kind, quantity, order, *counts):
        for name in counts:
            item[name] += quantity
        available = max(item["on_hand"] - item["allocated"], 0)
        status = "in_stock" if available > 10 else "low_stock" if available else "out_of_stock"
        event = {"id": new_id("evt"), "event_type": kind, "quantity": quantity, "order_id": order}
        events = [event | {"created_at": self.service.time()}, *item["inventory_events"]]
        item |= {"available": available, "status": status, "inventory_events": events[:50]}

    def cancelOrder(self, given):
        order = find(self.orders, given["orderId"], "Order not found")
        if order["status"] in CLOSED:
            raise Rejected(CLOSED[order["status"]])
        self.move(order, "order_released", -1, "allocated")
        order |= {"status": "CANCELLED", "allocationStatus": "RELEASED"}
        self.emit("order.cancelled", order)
        return order

    def ship(self, order):
        self.move(order, "order_shipped", -1, "on_hand", "allocated")
        order |= {"status": "SHIPPED", "shipDate": self.service.time()}
        order |= {"trackingNumber": "1Z999AA1", "carrierCode": "ups"}
        self.emit("order.shipped", order)

    def deliver(self, order):
        order["deliveredAt"] = self.service.time()
        self.emit("order.delivered", order)

    def take_back(self, order):
        self.move(order, "order_returned", 1, "on_hand")
        order |= {"status": "RETURNED", "allocationStatus": "RELEASED"}
        self.emit("order.returned", order)

    def listInventory(self, given):
        warehouse, status, number, size = (given[name] for name in ("warehouse_id", "status", "page", "page_size"))
        found = [item for item in self.stock if warehouse in (None, item["warehouse"]["warehouse_id"])]
        found = [item for item in found if status in (None, item["status"]) and is_in(given["sku"], item["sku"])]
        found = [item for item in found if is_in(given["product_name"], item["product_name"])]
        pagination = {"total_count": len(found), "page": number, "page_size": size}
        pagination["has_more"] = number * size < len(found)
        return {"items": found[(number - 1) * size : number * size], "pagination": pagination}

    # Subscriptions

    def emit(self, event, order):
        data = row("OrderEventData", order | {"orderId": order["id"]})
        for hook in self.webhooks:
            if hook["active"] and event in hook["events"]:
                self.service.sender.send(dict(hook), event, data)

    def listWebhookEvents(self, given):
        events = []
        for name in schemas["EventName"]["enum"]:
            events.append({"name": name, "category": name.split(".")[0], "description": f"Sent at {name}"})
        return {"events": events}

    def listWebhooks(self, given):
        return {"webhooks": [row("WebhookSubscription", each) for each in self.webhooks]}

    def createWebhook(self, given):
        self.check_url(given["url"], None)
        hook = {"id": new_id("whk"), "url": given["url"], "events": given["events"], "active": True}
        hook |= {"secret": webhooks.new_secret(), "createdAt": self.service.time(), "updatedAt": self.service.time()}
        self.webhooks.append(hook)
        return hook

    def check_url(self, url, id):
        identity = webhooks.identity(url)
        if any(webhooks.identity(each["url"]) == identity and each["id"] != id for each in self.webhooks):
            raise Rejected("A webhook with this URL already exists")

    def updateWebhook(self, given):
        hook = find(self.webhooks, given["id"], "Webhook not found")
        if "url" in given:
            self.check_url(given["url"], hook["id"])
        hook |= {name: given[name] for name in ("url", "events", "active") if name in given}
        hook["updatedAt"] = self.service.time()
        return row("WebhookSubscription", hook)

    def deleteWebhook(self, given):
        self.webhooks.remove(find(self.webhooks, given["id"], "Webhook not found"))
        return {"message": "Webhook deleted successfully"}

    def rotateWebhookSecret(self, given):
        hook = find(self.webhooks, given["id"], "Webhook not found")
        hook |= {"secret": webhooks.new_secret(), "updatedAt": self.service.time()}
        return hook

    async def testWebhook(self, given):
        hook = find(self.webhooks, given["id"], "Webhook not found")
        if not hook["active"]:
            raise Rejected("Webhook is not active")
        data = {"message": "Your webhook endpoint is configured correctly.", "timestamp": self.service.time()}
        return await self.service.sender.deliver(hook, "webhook.test", data)
