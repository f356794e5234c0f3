"""The data and the rules of the service, in memory."""

import secrets
import time
import uuid
from datetime import datetime, timezone

from validate import Invalid

TEXTS = ["phone", "street1", "street2", "city", "state", "country", "zip", "dateOfBirth", "hireDate", "shirtSize"]
RECIPIENT = ["firstName", "lastName", "email", "phone", "street1", "street2", "city", "state", "zip", "country"]


def new_id(prefix):
    return f"{prefix}_{uuid.uuid4().hex}"


class Clock:
    ahead = 0

    def now(self):
        return time.time() + self.ahead

    def text(self):
        moment = datetime.fromtimestamp(self.now(), timezone.utc)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Account:
    """One customer's data. `clock` is the server's."""

    def __init__(self, clock, name, has_data=True):
        self.clock, self.id, self.name = clock, new_id("acc"), name
        self.products, self.campaigns, self.contacts, self.orders = [], [], [], []
        self.invites, self.webhooks, self.stock = [], [], []
        self.listeners = []
        if has_data:
            self.fill()

    def fill(self):
        sizes = ["piecesPerCarton", "cartonHeight", "cartonLength", "cartonWidth", "weight"]
        sizes += ["packageHeight", "packageLength", "packageWidth", "packageWeight"]
        warehouses = [{"warehouse_id": new_id("whs"), "warehouse_name": name} for name in ("East", "West")]
        for i in range(24):
            product = {"id": new_id("prd"), "title": f"Shirt {i}", "sku": f"SHIRT-{i:02}", "imageUrl": None}
            product |= {"minimumOrderQuantity": 1, "productionTime": 5} | dict.fromkeys(sizes)
            self.products.append(product)
            for j, warehouse in enumerate(warehouses):
                item = {"id": new_id("stk"), "product_id": product["id"], "product_name": product["title"]}
                item |= {"sku": product["sku"], "warehouse": warehouse, "counts": dict.fromkeys(["on_hand", "allocated", "inbound"], 0)}
                item["events"] = []
                self.stock.append(item)
                if i != 5:
                    self.count(item, "received", 40 + 10 * j, None, on_hand=1)
        for name, status, backorders in [("Welcome", "Active", False), ("Later", "Active", True), ("Old", "Paused", False)]:
            campaign = {"id": new_id("cmp"), "name": name, "status": status, "allowOutOfStockOrders": backorders}
            campaign |= {"expiration": "2099-12-31T23:59:59Z", "products": self.products[:12]}
            self.campaigns.append(campaign)
            for i in range(22):
                self.add_contact({"firstName": "Ada", "lastName": f"No {i}", "email": f"ada{i}@example.com", "campaignId": campaign["id"]})
        shipTo = {"firstName": "Ada", "email": "ada@example.com", "street1": "1 Hill", "city": "Bath", "zip": "BA1", "country": "GB"}
        for i in range(22):
            line = {"sku": "SHIRT-01", "quantity": 1}
            self.cancel(self.place({"campaignId": self.campaigns[0]["id"], "products": [line], "shipTo": shipTo}))

    def campaign(self, id):
        found = next((each for each in self.campaigns if each["id"] == id), None)
        if not found:
            raise Invalid("Campaign not found")
        return found

    def count(self, item, kind, quantity, order, **counts):
        for name, sign in counts.items():
            item["counts"][name] += quantity * sign
        event = {"id": new_id("evt"), "event_type": kind, "quantity": quantity, "order_id": order}
        item["events"].insert(0, event | {"created_at": self.clock.text()})

    def inventory(self):
        for item in self.stock:
            on_hand, allocated = item["counts"]["on_hand"], item["counts"]["allocated"]
            available = max(on_hand - allocated, 0)
            status = "in_stock" if available > 10 else "low_stock" if available else "out_of_stock"
            shown = {name: value for name, value in item.items() if name not in ("counts", "events")}
            yield shown | item["counts"] | {"available": available, "status": status, "inventory_events": item["events"][:50]}

    # Contacts and invites

    def add_contact(self, given):
        self.campaign(given["campaignId"])
        contact = {"id": new_id("con"), **dict.fromkeys(TEXTS, ""), "tags": []}
        contact |= {name: value for name, value in given.items() if name in contact or name in ("firstName", "lastName", "email", "campaignId")}
        self.contacts.append(contact)
        return contact["id"]

    def contacts_of(self, campaign):
        for contact in self.contacts:
            if contact["campaignId"] == campaign:
                yield contact | {"orderCount": self.orders_for(campaign, contact["email"])}

    def orders_for(self, campaign, email):
        return sum(each["campaignId"] == campaign and each["recipient"]["email"].lower() == email.lower() for each in self.orders)

    def is_invited(self, contact):
        pairs = ((each["campaignId"], each["email"].lower()) for each in self.invites)
        return (contact["campaignId"], contact["email"].lower()) in pairs

    def add_invite(self, given):
        campaign = self.campaign(given["campaignId"])
        invite = {"_id": new_id("inv"), "slug": secrets.token_urlsafe(16), "inviteNumber": f"INV-{len(self.invites) + 1:06}"}
        invite |= {"status": "UNUSED", "expiresAt": given.get("expiresAt", campaign["expiration"]), "createdAt": self.clock.text()}
        invite |= {name: given.get(name, "") for name in ("email", "firstName", "lastName", "companyName")}
        invite["emailNotificationSent"] = given["sendEmailNotification"]
        self.invites.append(invite | {"campaignId": campaign["id"]})
        return invite

    # Orders

    def place(self, given):
        campaign = self.campaign(given["campaignId"])
        if campaign["status"] != "Active":
            raise Invalid("Campaign is not active")
        if datetime.fromisoformat(campaign["expiration"]).timestamp() <= self.clock.now():
            raise Invalid("Campaign has expired")
        skus = {each["sku"] for each in campaign["products"]}
        needed = {}
        for line in given["products"]:
            if line["sku"] not in skus:
                raise Invalid(f"SKU is not part of the campaign: {line['sku']}")
            needed[line["sku"]] = needed.get(line["sku"], 0) + int(line["quantity"])
        warehouse, taken = self.choose_warehouse(given.get("warehouse"), needed)
        if taken is None and not campaign["allowOutOfStockOrders"]:
            raise Invalid(f"Not enough stock: {', '.join(needed)}")
        shipTo = given["shipTo"]
        order = {"id": new_id("ord"), "orderNumber": f"MF-{len(self.orders) + 1:06}", "sourceOrderNumber": None}
        order |= {"status": "AWAITING_SHIPMENT", "paymentStatus": "PAID", "orderSource": "API", "orderDate": self.clock.text()}
        order |= dict.fromkeys(["shipDate", "deliveredAt", "trackingNumber", "carrierCode"])
        order |= {"allocationStatus": "BACKORDERED" if taken is None else "ALLOCATED", "campaignId": campaign["id"]}
        order |= {"warehouse": warehouse, "recipient": {name: shipTo.get(name, "") for name in RECIPIENT}}
        order |= {"companyName": shipTo.get("companyName", ""), "notes": given.get("notes", "")}
        order["products"] = [{"sku": line["sku"], "quantity": int(line["quantity"])} for line in given["products"]]
        self.orders.insert(0, order)
        for item in taken or []:
            self.count(item, "order_allocated", needed[item["sku"]], order["id"], allocated=1)
        self.emit("order.created", order)
        return order

    def choose_warehouse(self, wanted, needed):
        """Returns a warehouse, and the items of the order in it if it has the whole order in stock."""
        ids = list(dict.fromkeys(each["warehouse"]["warehouse_id"] for each in self.stock))
        if wanted is not None and wanted not in ids:
            raise Invalid("Warehouse not found")
        for id in [wanted] if wanted else ids:
            items = [each for each in self.stock if each["warehouse"]["warehouse_id"] == id and each["sku"] in needed]
            free = {each["sku"]: each["counts"]["on_hand"] - each["counts"]["allocated"] for each in items}
            if all(free.get(sku, 0) >= count for sku, count in needed.items()):
                return id, items
        return wanted, None

    def order(self, id):
        return next((each for each in self.orders if each["id"] == id), None)

    def lines_in_stock(self, order):
        for item in self.stock:
            quantity = sum(each["quantity"] for each in order["products"] if each["sku"] == item["sku"])
            if quantity and item["warehouse"]["warehouse_id"] == order["warehouse"]:
                yield item, quantity

    def cancel(self, order):
        reasons = {"SHIPPED": "Order has already shipped", "CANCELLED": "Order is already cancelled", "RETURNED": "Order has been returned"}
        if not order:
            raise Invalid("Order not found")
        if order["status"] in reasons:
            raise Invalid(reasons[order["status"]])
        if order["allocationStatus"] == "ALLOCATED":
            for item, quantity in self.lines_in_stock(order):
                self.count(item, "order_released", -quantity, order["id"], allocated=1)
        order |= {"status": "CANCELLED", "allocationStatus": "RELEASED"}
        self.emit("order.cancelled", order)
        return order

    def ship(self, order):
        for item, quantity in self.lines_in_stock(order):
            self.count(item, "order_shipped", -quantity, order["id"], on_hand=1, allocated=1)
        order |= {"status": "SHIPPED", "shipDate": self.clock.text(), "trackingNumber": "1Z999AA1", "carrierCode": "ups"}
        self.emit("order.shipped", order)

    def deliver(self, order):
        order["deliveredAt"] = self.clock.text()
        self.emit("order.delivered", order)

    def take_back(self, order):
        for item, quantity in self.lines_in_stock(order):
            self.count(item, "order_returned", quantity, order["id"], on_hand=1)
        order |= {"status": "RETURNED", "allocationStatus": "RELEASED"}
        self.emit("order.returned", order)

    def emit(self, event, order):
        names = ["orderNumber", "status", "campaignId", "products", "trackingNumber", "carrierCode", "shipDate"]
        data = {"orderId": order["id"]} | {name: order[name] for name in names}
        for listener in self.listeners:
            listener(self, event, data)
