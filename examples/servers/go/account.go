package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// account has one customer's data.
type account struct {
	service                                             *service
	id                                                  string
	products, campaigns, contacts, orders, stock, hooks []object
	warehouses                                          []any
	invited                                             map[string]bool
	numbers                                             int
}

// operations has a function for each operation of the document.
var operations = map[string]func(a *account, given object) any{
	"listProducts":        func(a *account, given object) any { return page(a.products, given) },
	"listCampaigns":       func(a *account, given object) any { return filter(a.campaigns, nil) },
	"listContacts":        (*account).listContacts,
	"createContact":       (*account).createContact,
	"createInvite":        (*account).createInvite,
	"listOrders":          (*account).listOrders,
	"getOrder":            (*account).getOrder,
	"createOrder":         (*account).createOrder,
	"cancelOrder":         (*account).cancelOrder,
	"listInventory":       (*account).listInventory,
	"listWebhookEvents":   (*account).listWebhookEvents,
	"listWebhooks":        (*account).listWebhooks,
	"createWebhook":       (*account).createWebhook,
	"updateWebhook":       (*account).updateWebhook,
	"deleteWebhook":       (*account).deleteWebhook,
	"rotateWebhookSecret": (*account).rotateWebhookSecret,
	"testWebhook":         (*account).testWebhook,
}

// slice returns at most limit rows from offset on.
func slice(rows []object, offset, limit int) []object {
	start := min(offset, len(rows))
	return append([]object{}, rows[start:min(start+limit, len(rows))]...)
}

func newID(prefix string) string { return prefix + "_" + randomHex(16) }

func randomHex(bytes int) string {
	text := make([]byte, bytes)
	rand.Read(text)
	return hex.EncodeToString(text)
}

// row returns a row of a schema, with the given fields and then its own. Others are null, or else an empty text.
func row(schema string, given, own object) object {
	fields := object{}
	for name, property := range as[object](doc.Components.Schemas[schema]["properties"]) {
		if value, isGiven := given[name]; isGiven {
			fields[name] = value
		} else if !slices.Contains(as[[]any](as[object](property)["type"]), any("null")) {
			fields[name] = ""
		} else {
			fields[name] = nil
		}
	}
	maps.Copy(fields, own)
	return fields
}

// find returns the row with an id, or rejects the request.
func find(rows []object, id any, status int, message string) object {
	i := slices.IndexFunc(rows, func(row object) bool { return row["id"] == id })
	if i < 0 {
		panic(rejected{status, object{"message": message}})
	}
	return rows[i]
}

func filter(rows []object, isKept func(object) bool) []object {
	kept := []object{}
	for _, row := range rows {
		if isKept == nil || isKept(row) {
			kept = append(kept, row)
		}
	}
	return kept
}

func page(rows []object, given object) []object {
	return slice(rows, int(given["offset"].(float64)), int(given["limit"].(float64)))
}

// isLike says whether a filter is not given, or is a field's value.
func isLike(filter, value any) bool { return filter == nil || filter == value }

// isIn says whether a text is not given, or is part of a value in any case.
func isIn(text any, value any) bool {
	return strings.Contains(strings.ToLower(as[string](value)), strings.ToLower(as[string](text)))
}

func newAccount(s *service, hasData bool) *account {
	a := &account{service: s, id: newID("acc"), invited: map[string]bool{}}
	if !hasData {
		return a
	}
	for i := range 24 {
		product := row("ProductVariant", nil, object{
			"id": newID("prd"), "title": fmt.Sprintf("Shirt %d", i), "sku": fmt.Sprintf("SHIRT-%02d", i),
			"minimumOrderQuantity": 1, "productionTime": 5,
		})
		a.products = append(a.products, product)
	}
	for _, name := range []string{"East", "West"} {
		warehouse := object{"warehouse_id": newID("whs"), "warehouse_name": name}
		a.warehouses = append(a.warehouses, warehouse["warehouse_id"])
		for i, product := range a.products {
			item := object{
				"id": newID("stk"), "product_id": product["id"], "product_name": product["title"], "sku": product["sku"],
				"warehouse": warehouse, "on_hand": 0, "allocated": 0, "inbound": 0, "inventory_events": []object{},
			}
			a.stock = append(a.stock, item)
			if a.count(item, "received", 50, nil, "on_hand"); i == 5 {
				a.count(item, "adjusted", -50, nil, "on_hand")
			}
		}
	}
	for i, name := range []string{"Welcome", "Later", "Old"} {
		campaign := object{
			"id": newID("cmp"), "name": name, "status": []string{"Active", "Active", "Paused"}[i], "allowOutOfStockOrders": i == 1,
			"expiration": "2099-12-31T23:59:59Z", "products": a.products[:12],
		}
		a.campaigns = append(a.campaigns, campaign)
		for j := range 22 {
			email := fmt.Sprintf("ada%d@example.com", j)
			a.createContact(object{"firstName": "Ada", "lastName": "Byron", "email": email, "campaignId": campaign["id"]})
		}
	}
	for range 22 {
		lines, shipTo := []any{object{"sku": "SHIRT-01", "quantity": 1.0}}, object{"email": "ada@example.com"}
		order := a.createOrder(object{"campaignId": a.campaigns[0]["id"], "products": lines, "shipTo": shipTo})
		a.cancelOrder(object{"orderId": as[object](order)["id"]})
	}
	return a
}

// keyOf returns what contacts, invites and orders of one person have in common.
func keyOf(campaign, email any) string {
	return fmt.Sprint(campaign, strings.ToLower(as[string](email)))
}

func (a *account) listContacts(given object) any {
	orders := map[string]int{}
	for _, order := range a.orders {
		orders[keyOf(order["campaignId"], as[object](order["recipient"])["email"])]++
	}
	rows := []object{}
	for _, contact := range a.contacts {
		key := keyOf(contact["campaignId"], contact["email"])
		status := map[bool]string{true: "invited", false: "not_invited"}[a.invited[key]]
		name := fmt.Sprint(contact["firstName"], " ", contact["lastName"])
		hasTag := func(tag any) bool { return slices.Contains(as[[]any](contact["tags"]), tag) }
		if contact["campaignId"] == given["campaignId"] &&
			(isIn(given["searchText"], name) || isIn(given["searchText"], contact["email"])) &&
			(given["tags"] == nil || slices.ContainsFunc(as[[]any](given["tags"]), hasTag)) &&
			isLike(given["inviteStatusFilter"], status) && isLike(given["orderCountFilter"], float64(orders[key])) {
			rows = append(rows, row("Contact", contact, object{"orderCount": orders[key]}))
		}
	}
	return page(rows, given)
}

func (a *account) createContact(given object) any {
	find(a.campaigns, given["campaignId"], 400, "Campaign not found")
	tags := append([]any{}, as[[]any](given["tags"])...)
	contact := row("Contact", given, object{"id": newID("con"), "tags": tags})
	a.contacts = append(a.contacts, contact)
	return object{"contactId": contact["id"]}
}

func (a *account) createInvite(given object) any {
	campaign := find(a.campaigns, given["campaignId"], 400, "Campaign not found")
	a.numbers++
	invite := row("Invite", given, object{
		"_id": newID("inv"), "slug": randomHex(16), "inviteNumber": fmt.Sprintf("INV-%d", a.numbers), "status": "UNUSED",
		"createdAt": a.service.time(), "emailNotificationSent": false,
	})
	if invite["expiresAt"] == "" {
		invite["expiresAt"] = campaign["expiration"]
	}
	a.invited[keyOf(campaign["id"], invite["email"])] = true
	return object{"invite": invite, "inviteUrl": a.service.url + "/i/" + as[string](invite["slug"])}
}

func (a *account) listOrders(given object) any {
	return page(filter(a.orders, func(order object) bool {
		email := as[string](as[object](order["recipient"])["email"])
		return isLike(given["campaignId"], order["campaignId"]) && isLike(given["orderStatus"], order["status"]) &&
			isLike(given["sourceOrderNumber"], order["sourceOrderNumber"]) &&
			(given["email"] == nil || strings.EqualFold(as[string](given["email"]), email))
	}), given)
}

func (a *account) getOrder(given object) any {
	return find(a.orders, given["orderId"], 404, "Order not found")
}

func (a *account) createOrder(given object) any {
	campaign := find(a.campaigns, given["campaignId"], 400, "Campaign not found")
	rejectIf(campaign["status"] != "Active", "Campaign is not active")
	expiration, _ := time.Parse(time.RFC3339, as[string](campaign["expiration"]))
	rejectIf(!a.service.now().Before(expiration), "Campaign has expired")
	lines := []object{}
	for _, each := range as[[]any](given["products"]) {
		sku := each.(object)["sku"]
		isMeant := func(product object) bool { return product["sku"] == sku }
		isOutside := !slices.ContainsFunc(as[[]object](campaign["products"]), isMeant)
		rejectIf(isOutside, fmt.Sprint("SKU is not part of the campaign: ", sku))
		lines = append(lines, object{"sku": sku, "quantity": int(each.(object)["quantity"].(float64))})
	}
	wanted := given["warehouse"]
	rejectIf(wanted != nil && !slices.Contains(a.warehouses, wanted), "Warehouse not found")
	warehouse, isInStock := a.chooseWarehouse(wanted, lines)
	rejectIf(!isInStock && campaign["allowOutOfStockOrders"] == false, "Not enough stock")
	a.numbers++
	shipTo := as[object](given["shipTo"])
	order := row("Order", nil, object{
		"id": newID("ord"), "orderNumber": fmt.Sprintf("MF-%d", a.numbers), "status": "AWAITING_SHIPMENT",
		"allocationStatus": map[bool]string{true: "ALLOCATED", false: "BACKORDERED"}[isInStock], "paymentStatus": "PAID",
		"orderSource": "API", "orderDate": a.service.time(), "campaignId": campaign["id"], "warehouse": warehouse,
		"recipient": row("Recipient", shipTo, nil), "companyName": as[string](shipTo["companyName"]),
		"notes": as[string](given["notes"]), "products": lines, "sourceOrderNumber": given["sourceOrderNumber"],
	})
	a.orders = append([]object{order}, a.orders...)
	a.move(order, "order_allocated", 1, "allocated")
	a.emit("order.created", order)
	return order
}

// chooseWarehouse returns the wanted warehouse, or one that has all lines in stock, and whether it has.
func (a *account) chooseWarehouse(wanted any, lines []object) (any, bool) {
	isShort := func(each amount) bool { return each.item["available"].(int) < each.quantity }
	for _, warehouse := range a.warehouses {
		if isLike(wanted, warehouse) && !slices.ContainsFunc(a.amounts(warehouse, lines), isShort) {
			return warehouse, true
		}
	}
	if wanted == nil {
		wanted = a.warehouses[0]
	}
	return wanted, false
}

// amount is a quantity of an item of the stock.
type amount struct {
	item     object
	quantity int
}

// amounts returns the stock of lines in a warehouse, each with the quantity of its SKU.
func (a *account) amounts(warehouse any, lines []object) []amount {
	quantities := map[any]int{}
	for _, line := range lines {
		quantities[line["sku"]] += line["quantity"].(int)
	}
	found := []amount{}
	for _, item := range a.stock {
		if quantity := quantities[item["sku"]]; quantity > 0 && as[object](item["warehouse"])["warehouse_id"] == warehouse {
			found = append(found, amount{item, quantity})
		}
	}
	return found
}

// move changes counts of the stock of an order.
func (a *account) move(order object, event string, sign int, counts ...string) {
	for _, each := range a.amounts(order["warehouse"], order["products"].([]object)) {
		a.count(each.item, event, sign*each.quantity, order["id"], counts...)
	}
}

func (a *account) count(item object, kind string, quantity int, order any, counts ...string) {
	for _, name := range counts {
		item[name] = item[name].(int) + quantity
	}
	available := max(item["on_hand"].(int)-item["allocated"].(int), 0)
	item["available"], item["status"] = available, "in_stock"
	if available == 0 {
		item["status"] = "out_of_stock"
	} else if available <= 10 {
		item["status"] = "low_stock"
	}
	event := object{"id": newID("evt"), "event_type": kind, "quantity": quantity, "order_id": order}
	event["created_at"] = a.service.time()
	events := append([]object{event}, item["inventory_events"].([]object)...)
	item["inventory_events"] = events[:min(50, len(events))]
}

func (a *account) cancelOrder(given object) any {
	order := find(a.orders, given["orderId"], 400, "Order not found")
	reasons := map[any]string{
		"SHIPPED": "Order has already shipped", "CANCELLED": "Order is already cancelled", "RETURNED": "Order has been returned",
	}
	reason, isClosed := reasons[order["status"]]
	rejectIf(isClosed, reason)
	a.move(order, "order_released", -1, "allocated")
	order["status"], order["allocationStatus"] = "CANCELLED", "RELEASED"
	a.emit("order.cancelled", order)
	return order
}

func (a *account) ship(order object) {
	a.move(order, "order_shipped", -1, "on_hand", "allocated")
	order["status"], order["shipDate"] = "SHIPPED", a.service.time()
	order["trackingNumber"], order["carrierCode"] = "1Z999AA1", "ups"
	a.emit("order.shipped", order)
}

func (a *account) deliver(order object) {
	order["deliveredAt"] = a.service.time()
	a.emit("order.delivered", order)
}

func (a *account) takeBack(order object) {
	a.move(order, "order_returned", 1, "on_hand")
	order["status"], order["allocationStatus"] = "RETURNED", "RELEASED"
	a.emit("order.returned", order)
}

func (a *account) listInventory(given object) any {
	found := filter(a.stock, func(item object) bool {
		return isIn(given["sku"], item["sku"]) && isIn(given["product_name"], item["product_name"]) &&
			isLike(given["warehouse_id"], as[object](item["warehouse"])["warehouse_id"]) &&
			isLike(given["status"], item["status"])
	})
	number, size := int(given["page"].(float64)), int(given["page_size"].(float64))
	pagination := object{"total_count": len(found), "page": number, "page_size": size, "has_more": number*size < len(found)}
	return object{"items": slice(found, (number-1)*size, size), "pagination": pagination}
}
