package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
)

var contactTexts = strings.Fields("firstName lastName email campaignId phone street1 street2 city state country zip dateOfBirth hireDate shirtSize")
var recipientTexts = strings.Fields("firstName lastName email phone street1 street2 city state zip country")

func newID(prefix string) string { return prefix + "_" + randomHex(16) }

func randomHex(bytes int) string {
	text := make([]byte, bytes)
	rand.Read(text)
	return hex.EncodeToString(text)
}

// clock is the time of a server, which its controls move forward.
type clock struct{ ahead time.Duration }

func (c *clock) now() time.Time { return time.Now().Add(c.ahead) }

func (c *clock) text() string { return c.now().UTC().Format("2006-01-02T15:04:05.000Z") }

// item is the stock of a SKU in a warehouse.
type item struct {
	shown                      object
	sku, warehouse             string
	onHand, allocated, inbound int
	events                     []any
}

// account has one customer's data.
type account struct {
	clock                                 *clock
	id                                    string
	products, campaigns, contacts, orders []object
	invites, webhooks                     []object
	stock                                 []*item
	emit                                  func(account *account, event string, order object)
}

func newAccount(c *clock, hasData bool) *account {
	a := &account{clock: c, id: newID("acc"), emit: func(*account, string, object) {}}
	if !hasData {
		return a
	}
	warehouses := []object{{"warehouse_id": newID("whs"), "warehouse_name": "East"}, {"warehouse_id": newID("whs"), "warehouse_name": "West"}}
	for i := range 24 {
		product := object{"id": newID("prd"), "title": fmt.Sprintf("Shirt %d", i), "sku": fmt.Sprintf("SHIRT-%02d", i), "imageUrl": nil, "minimumOrderQuantity": 1, "productionTime": 5}
		for _, name := range strings.Fields("piecesPerCarton cartonHeight cartonLength cartonWidth weight packageHeight packageLength packageWidth packageWeight") {
			product[name] = nil
		}
		a.products = append(a.products, product)
		for j, warehouse := range warehouses {
			shown := object{"id": newID("stk"), "product_id": product["id"], "product_name": product["title"], "sku": product["sku"], "warehouse": warehouse}
			it := &item{shown: shown, sku: textOf(product["sku"]), warehouse: textOf(warehouse["warehouse_id"]), events: []any{}}
			a.stock = append(a.stock, it)
			if i != 5 {
				it.onHand = 40 + 10*j
				a.record(it, "received", it.onHand, nil)
			}
		}
	}
	for i, name := range []string{"Welcome", "Later", "Old"} {
		campaign := object{"id": newID("cmp"), "name": name, "status": []string{"Active", "Active", "Paused"}[i], "allowOutOfStockOrders": i == 1, "expiration": "2099-12-31T23:59:59Z", "products": a.products[:12]}
		a.campaigns = append(a.campaigns, campaign)
		for j := range 22 {
			a.addContact(object{"firstName": "Ada", "lastName": fmt.Sprintf("No %d", j), "email": fmt.Sprintf("ada%d@example.com", j), "campaignId": campaign["id"]})
		}
	}
	for range 22 {
		shipTo := object{"firstName": "Ada", "email": "ada@example.com", "street1": "1 Hill", "city": "Bath", "zip": "BA1", "country": "GB"}
		order, _ := a.place(object{"campaignId": a.campaigns[0]["id"], "products": []any{object{"sku": "SHIRT-01", "quantity": 1.0}}, "shipTo": shipTo})
		a.cancel(textOf(order["id"]))
	}
	return a
}

func find(rows []object, id any) object {
	for _, row := range rows {
		if row["id"] == id {
			return row
		}
	}
	return nil
}

func (a *account) record(it *item, kind string, quantity int, order any) {
	event := object{"id": newID("evt"), "event_type": kind, "quantity": quantity, "order_id": order, "created_at": a.clock.text()}
	it.events = append([]any{event}, it.events...)
}

func (a *account) inventory() []object {
	rows := []object{}
	for _, it := range a.stock {
		available := max(it.onHand-it.allocated, 0)
		status := "in_stock"
		if available == 0 {
			status = "out_of_stock"
		} else if available <= 10 {
			status = "low_stock"
		}
		row := object{"on_hand": it.onHand, "allocated": it.allocated, "inbound": it.inbound, "available": available, "status": status, "inventory_events": it.events[:min(50, len(it.events))]}
		for name, value := range it.shown {
			row[name] = value
		}
		rows = append(rows, row)
	}
	return rows
}

// texts returns some fields, which are empty unless they are given.
func texts(given object, names []string) object {
	row := object{}
	for _, name := range names {
		row[name] = textOf(given[name])
	}
	return row
}

func (a *account) addContact(given object) (object, error) {
	if find(a.campaigns, given["campaignId"]) == nil {
		return nil, reject("Campaign not found")
	}
	contact := texts(given, contactTexts)
	contact["id"], contact["tags"] = newID("con"), append([]any{}, listOf(given["tags"])...)
	a.contacts = append(a.contacts, contact)
	return object{"contactId": contact["id"]}, nil
}

func (a *account) addInvite(given object) (object, error) {
	campaign := find(a.campaigns, given["campaignId"])
	if campaign == nil {
		return nil, reject("Campaign not found")
	}
	invite := texts(given, strings.Fields("email firstName lastName companyName"))
	invite["_id"], invite["slug"], invite["inviteNumber"] = newID("inv"), randomHex(12), fmt.Sprintf("INV-%06d", len(a.invites)+1)
	invite["status"], invite["createdAt"], invite["expiresAt"] = "UNUSED", a.clock.text(), campaign["expiration"]
	if given["expiresAt"] != nil {
		invite["expiresAt"] = given["expiresAt"]
	}
	invite["emailNotificationSent"] = given["sendEmailNotification"]
	a.invites = append(a.invites, object{"campaignId": campaign["id"], "email": strings.ToLower(textOf(given["email"]))})
	return invite, nil
}

func (a *account) place(given object) (object, error) {
	campaign := find(a.campaigns, given["campaignId"])
	if campaign == nil {
		return nil, reject("Campaign not found")
	}
	if campaign["status"] != "Active" {
		return nil, reject("Campaign is not active")
	}
	if expiration, _ := time.Parse(time.RFC3339, textOf(campaign["expiration"])); !a.clock.now().Before(expiration) {
		return nil, reject("Campaign has expired")
	}
	needed, lines := map[string]int{}, []object{}
	for _, each := range listOf(given["products"]) {
		line := mapOf(each)
		sku, quantity := textOf(line["sku"]), int(line["quantity"].(float64))
		if !hasSKU(campaign, sku) {
			return nil, reject("SKU is not part of the campaign: " + sku)
		}
		needed[sku] += quantity
		lines = append(lines, object{"sku": sku, "quantity": quantity})
	}
	warehouse, isFound := a.chooseWarehouse(textOf(given["warehouse"]), needed)
	if given["warehouse"] != nil && warehouse == nil {
		return nil, reject("Warehouse not found")
	}
	if !isFound && campaign["allowOutOfStockOrders"] == false {
		return nil, reject("Not enough stock")
	}
	shipTo := mapOf(given["shipTo"])
	order := object{
		"id": newID("ord"), "orderNumber": fmt.Sprintf("MF-%06d", len(a.orders)+1), "sourceOrderNumber": nil, "status": "AWAITING_SHIPMENT",
		"paymentStatus": "PAID", "allocationStatus": "BACKORDERED", "orderSource": "API", "orderDate": a.clock.text(), "shipDate": nil,
		"deliveredAt": nil, "trackingNumber": nil, "carrierCode": nil, "campaignId": campaign["id"], "warehouse": warehouse,
		"recipient": texts(shipTo, recipientTexts), "companyName": textOf(shipTo["companyName"]), "notes": textOf(given["notes"]), "products": lines,
	}
	a.orders = append([]object{order}, a.orders...)
	if isFound {
		order["allocationStatus"] = "ALLOCATED"
		a.move(order, "order_allocated", 1, func(it *item, count int) { it.allocated += count })
	}
	a.emit(a, "order.created", order)
	return order, nil
}

func hasSKU(campaign object, sku string) bool {
	for _, product := range campaign["products"].([]object) {
		if product["sku"] == sku {
			return true
		}
	}
	return false
}

// chooseWarehouse returns the wanted warehouse, or one that has the whole order in stock, and whether it has.
func (a *account) chooseWarehouse(wanted string, needed map[string]int) (any, bool) {
	known := map[string]bool{}
	for _, it := range a.stock {
		known[it.warehouse] = true
		if wanted != "" && it.warehouse != wanted {
			continue
		}
		free := 0
		for _, other := range a.stock {
			if other.warehouse == it.warehouse && needed[other.sku] > 0 && other.onHand-other.allocated >= needed[other.sku] {
				free++
			}
		}
		if free == len(needed) {
			return it.warehouse, true
		}
	}
	if known[wanted] {
		return wanted, false
	}
	return nil, false
}

// move changes the stock of each SKU of an order.
func (a *account) move(order object, kind string, sign int, change func(*item, int)) {
	if order["allocationStatus"] == "BACKORDERED" {
		return
	}
	for _, it := range a.stock {
		count := 0
		for _, line := range order["products"].([]object) {
			if line["sku"] == it.sku && order["warehouse"] == it.warehouse {
				count += line["quantity"].(int)
			}
		}
		if count > 0 {
			change(it, sign*count)
			a.record(it, kind, sign*count, order["id"])
		}
	}
}

func (a *account) cancel(id string) (object, error) {
	order := find(a.orders, id)
	reasons := object{"SHIPPED": "Order has already shipped", "CANCELLED": "Order is already cancelled", "RETURNED": "Order has been returned"}
	if order == nil {
		return nil, reject("Order not found")
	}
	if reason := textOf(reasons[textOf(order["status"])]); reason != "" {
		return nil, reject(reason)
	}
	a.move(order, "order_released", -1, func(it *item, count int) { it.allocated += count })
	order["status"], order["allocationStatus"] = "CANCELLED", "RELEASED"
	a.emit(a, "order.cancelled", order)
	return order, nil
}

func (a *account) ship(order object) {
	a.move(order, "order_shipped", -1, func(it *item, count int) { it.onHand, it.allocated = it.onHand+count, it.allocated+count })
	order["status"], order["shipDate"], order["trackingNumber"], order["carrierCode"] = "SHIPPED", a.clock.text(), "1Z999AA1", "ups"
	a.emit(a, "order.shipped", order)
}

func (a *account) deliver(order object) {
	order["deliveredAt"] = a.clock.text()
	a.emit(a, "order.delivered", order)
}

func (a *account) takeBack(order object) {
	a.move(order, "order_returned", 1, func(it *item, count int) { it.onHand += count })
	order["status"], order["allocationStatus"] = "RETURNED", "RELEASED"
	a.emit(a, "order.returned", order)
}
