// The merchandise-fulfillment API with Go's standard library, in memory: an example for the contract suite.
//
//	go run . ../../../generated/openapi.json
//
// Prints the URL of the server, a key and the URL of its controls (contract-tests/controls/openapi.yaml).
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"sort"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

const window = 86400 * time.Second
const maxBody = 256 * 1024

var eventNames = strings.Fields("order.created order.shipped order.delivered order.cancelled order.returned invite.viewed invite.cart_updated invite.redeemed")

// service is one server: accounts with their keys, the clock, the rate limit and the deliveries.
type service struct {
	doc           *document
	lock          sync.Mutex
	clock         clock
	sender        sender
	own           *account
	keys          map[string]string
	byKey         map[string]*account
	rateLimit     int
	log           []time.Time
	url, controls string
	servers       []*http.Server
}

func newService(doc *document, rateLimit int) *service {
	s := &service{doc: doc, rateLimit: rateLimit, keys: map[string]string{}, byKey: map[string]*account{}}
	for _, name := range []string{"own", "other", "empty", "revoked", "deactivated"} {
		s.keys[name] = randomHex(48)
	}
	for _, name := range []string{"own", "other", "empty"} {
		a := newAccount(&s.clock, name != "empty")
		a.emit = s.sender.emit
		s.byKey[s.keys[name]] = a
	}
	s.own = s.byKey[s.keys["own"]]
	s.url, s.controls = s.serve(s), s.serve(s.controlsHandler())
	return s
}

// serve listens on a free port, and returns the URL.
func (s *service) serve(handler http.Handler) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	server := &http.Server{Handler: handler}
	s.servers = append(s.servers, server)
	go server.Serve(lenient{listener})
	return "http://" + listener.Addr().String()
}

// lenient passes malformed escapes of paths on as %FF, which is no UTF-8 either: net/http rejects them in plain text,
// before a handler could check the key.
type lenient struct{ net.Listener }

type lenientConn struct{ net.Conn }

func (l lenient) Accept() (net.Conn, error) {
	connection, err := l.Listener.Accept()
	return lenientConn{connection}, err
}

var requestLine = regexp.MustCompile(`^[A-Z]+ \S+ HTTP/1`)
var badEscape = regexp.MustCompile(`%([^0-9A-Fa-f].|.[^0-9A-Fa-f])`)

func (c lenientConn) Read(into []byte) (int, error) {
	count, err := c.Conn.Read(into)
	copy(into, badEscape.ReplaceAll(requestLine.Find(into[:count]), []byte("%FF")))
	return count, err
}

func (s *service) address() object {
	return object{"url": s.url, "key": s.keys["own"], "controls": s.controls}
}

func send(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.Encode(body)
}

func message(w http.ResponseWriter, status int, text string) {
	send(w, status, object{"message": text})
}

// ServeHTTP counts a request under /v1, checks its key, and finds its operation.
func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, readError := io.ReadAll(r.Body)
	s.lock.Lock()
	isOver := s.count(w.Header())
	scheme, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	a := s.byKey[key]
	s.lock.Unlock()
	path := r.URL.EscapedPath()
	switch {
	case isOver:
		message(w, 429, "Rate limit exceeded")
	case a == nil || !strings.EqualFold(scheme, "Bearer"):
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(401)
		io.WriteString(w, "Unauthorized")
	case path == "/v1/auth":
		send(w, 200, object{"account_id": a.id, "message": "Authentication successful"})
	default:
		s.route(w, r, a, path, raw, readError)
	}
}

// count counts a request unless the limit is reached, and sets the headers of the rate limit.
func (s *service) count(headers http.Header) bool {
	now := s.clock.now()
	for len(s.log) > 0 && !s.log[0].Add(window).After(now) {
		s.log = s.log[1:]
	}
	isOver := len(s.log) >= s.rateLimit
	if !isOver {
		s.log = append(s.log, now)
	}
	left := int(math.Ceil(s.log[0].Add(window).Sub(now).Seconds()))
	for name, values := range map[string][2]int{
		"Limit": {s.rateLimit, s.rateLimit}, "Remaining": {s.rateLimit - len(s.log), s.rateLimit - len(s.log)}, "Reset": {left, int(time.Now().Unix()) + left},
	} {
		headers.Set("RateLimit-"+name, fmt.Sprint(values[0]))
		headers.Set("X-RateLimit-"+name, fmt.Sprint(values[1]))
	}
	headers.Set("X-Request-Id", randomHex(16))
	return isOver
}

func (s *service) route(w http.ResponseWriter, r *http.Request, a *account, path string, raw []byte, readError error) {
	template, ids := path, []string{}
	if s.doc.Paths[path] == nil {
		template, ids = s.match(path)
	}
	operations := s.doc.Paths[template]
	if operations == nil {
		message(w, 404, "Not found")
		return
	}
	method := r.Method
	if method == "HEAD" {
		method = "GET"
	}
	operation := mapOf(operations[strings.ToLower(method)])
	if operation == nil || operation["operationId"] == nil {
		allowed := []string{}
		for name := range operations {
			if mapOf(operations[name])["operationId"] != nil {
				allowed = append(allowed, strings.ToUpper(name))
			}
		}
		if operations["get"] != nil {
			allowed = append(allowed, "HEAD")
		}
		sort.Strings(allowed)
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		message(w, 405, "Method not allowed")
		return
	}
	status, body, err := s.call(operation, a, r, ids, raw, readError)
	if rejected, ok := err.(invalid); ok {
		status, body = 400, rejected.body
	}
	if operation["operationId"] == "listContacts" && status == 200 {
		w.Header().Set("Cache-Control", "no-store")
	}
	// Rows are encoded before another request changes them.
	s.lock.Lock()
	defer s.lock.Unlock()
	send(w, status, body)
}

// match finds the path template of a path, and its segments in place of parameters.
func (s *service) match(path string) (string, []string) {
	segments := strings.Split(path, "/")
	for template := range s.doc.Paths {
		parts, ids := strings.Split(template, "/"), []string{}
		isMatch := len(parts) == len(segments)
		for i := 0; isMatch && i < len(parts); i++ {
			if strings.HasPrefix(parts[i], "{") && segments[i] != "" {
				ids = append(ids, segments[i])
			} else {
				isMatch = parts[i] == segments[i]
			}
		}
		if isMatch {
			return template, ids
		}
	}
	return "", nil
}

func (s *service) call(operation object, a *account, r *http.Request, segments []string, raw []byte, readError error) (int, any, error) {
	name, id := textOf(operation["operationId"]), ""
	for _, segment := range segments {
		parameter := map[bool]string{true: "orderId", false: "id"}[name == "getOrder"]
		decoded, err := url.PathUnescape(segment)
		if err != nil || !utf8.ValidString(decoded) || strings.Contains(decoded, "\x00") {
			return 0, nil, reject(parameter + ": must be percent-encoded UTF-8")
		}
		id = decoded
	}
	query, err := s.doc.checkQuery(listOf(operation["parameters"]), r.URL.RawQuery)
	if err != nil {
		return 0, nil, err
	}
	body := object{}
	if declared := mapOf(operation["requestBody"]); declared != nil {
		if body, err = s.readBody(declared, r, raw, readError); err != nil {
			return 0, nil, err
		}
	}
	if name == "testWebhook" {
		return s.testWebhook(a, id)
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.operate(name, a, id, query, body)
}

func (s *service) readBody(declared object, r *http.Request, raw []byte, readError error) (object, error) {
	kind := textOf(declared["x-invalid-body"])
	wrong := func(reason string) error {
		if kind == "errors" {
			return invalid{object{"message": "Invalid request body", "errors": []string{"body: " + reason}}}
		}
		return reject("body: " + reason)
	}
	mediaType, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	if !strings.EqualFold(strings.TrimSpace(mediaType), "application/json") {
		return nil, wrong("must be sent as application/json")
	}
	if readError != nil || len(raw) > maxBody {
		return nil, wrong("must have at most 256 KiB")
	}
	body, err := parseBody(raw)
	if err != nil {
		return nil, wrong(err.Error())
	}
	schema := mapOf(mapOf(mapOf(declared["content"])["application/json"])["schema"])
	return body, s.doc.checkBody(schema, body, kind)
}

func (s *service) testWebhook(a *account, id string) (int, any, error) {
	s.lock.Lock()
	hook := find(a.webhooks, id)
	if hook != nil {
		hook = shown(hook, true)
	}
	data := object{"message": "Your webhook endpoint is configured correctly.", "timestamp": s.clock.text()}
	s.lock.Unlock()
	if hook == nil {
		return 0, nil, reject("Webhook not found")
	}
	if hook["active"] == false {
		return 0, nil, reject("Webhook is not active")
	}
	body, _ := json.Marshal(object{"event": "webhook.test", "data": data})
	return 200, s.sender.deliver(hook, "webhook.test", string(body)), nil
}

func (s *service) operate(name string, a *account, id string, query, body object) (int, any, error) {
	hook := find(a.webhooks, id)
	if strings.HasSuffix(name, "Webhook") && name != "createWebhook" || name == "rotateWebhookSecret" {
		if hook == nil {
			if given := textOf(body["url"]); given != "" {
				if _, err := identity(given); err != nil {
					return 0, nil, err
				}
			}
			return 0, nil, reject("Webhook not found")
		}
	}
	switch name {
	case "listProducts":
		return 200, page(a.products, query), nil
	case "listCampaigns":
		return 200, append([]object{}, a.campaigns...), nil
	case "listContacts":
		return 200, page(a.listContacts(query), query), nil
	case "createContact":
		created, err := a.addContact(body)
		return 200, created, err
	case "createInvite":
		invite, err := a.addInvite(body)
		return 200, object{"invite": invite, "inviteUrl": s.url + "/i/" + textOf(invite["slug"])}, err
	case "listWebhookEvents":
		events := []object{}
		for _, each := range eventNames {
			category, _, _ := strings.Cut(each, ".")
			events = append(events, object{"name": each, "category": category, "description": "Sent at " + each})
		}
		return 200, object{"events": events}, nil
	case "listWebhooks":
		rows := []object{}
		for _, each := range a.webhooks {
			rows = append(rows, shown(each, false))
		}
		return 200, object{"webhooks": rows}, nil
	case "createWebhook":
		created, err := a.subscribe(body)
		return 201, created, err
	case "updateWebhook":
		updated, err := a.updateWebhook(hook, body)
		return 200, updated, err
	case "deleteWebhook":
		a.webhooks = filter(a.webhooks, func(each object) bool { return each["id"] != id })
		return 200, object{"message": "Webhook deleted successfully"}, nil
	case "rotateWebhookSecret":
		hook["secret"], hook["updatedAt"] = newSecret(), s.clock.text()
		return 200, shown(hook, true), nil
	case "listOrders":
		return 200, page(filter(a.orders, func(each object) bool {
			email := textOf(mapOf(each["recipient"])["email"])
			return (query["campaignId"] == nil || query["campaignId"] == each["campaignId"]) &&
				(query["orderStatus"] == nil || query["orderStatus"] == each["status"]) &&
				(query["email"] == nil || strings.EqualFold(textOf(query["email"]), email))
		}), query), nil
	case "getOrder":
		if order := find(a.orders, id); order != nil {
			return 200, order, nil
		}
		return 404, object{"message": "Order not found"}, nil
	case "createOrder":
		order, err := a.place(body)
		return 201, order, err
	case "cancelOrder":
		order, err := a.cancel(textOf(body["orderId"]))
		return 201, order, err
	}
	return 200, listInventory(a.inventory(), query), nil
}

func filter(rows []object, isKept func(object) bool) []object {
	kept := []object{}
	for _, row := range rows {
		if isKept(row) {
			kept = append(kept, row)
		}
	}
	return kept
}

func page(rows []object, query object) []object {
	offset, limit := int(query["offset"].(float64)), int(query["limit"].(float64))
	start := min(offset, len(rows))
	return append([]object{}, rows[start:min(start+limit, len(rows))]...)
}

func contains(text, part any) bool {
	return strings.Contains(strings.ToLower(textOf(text)), strings.ToLower(textOf(part)))
}

func (a *account) listContacts(query object) []object {
	rows := []object{}
	for _, contact := range a.contacts {
		row := object{"orderCount": 0}
		for name, value := range contact {
			row[name] = value
		}
		isInvited := len(filter(a.invites, func(each object) bool {
			return each["campaignId"] == contact["campaignId"] && each["email"] == strings.ToLower(textOf(contact["email"]))
		})) > 0
		count := len(filter(a.orders, func(each object) bool {
			email := textOf(mapOf(each["recipient"])["email"])
			return each["campaignId"] == contact["campaignId"] && strings.EqualFold(email, textOf(contact["email"]))
		}))
		row["orderCount"] = count
		hasTag := query["tags"] == nil
		for _, tag := range listOf(query["tags"]) {
			hasTag = hasTag || includes(listOf(contact["tags"]), tag)
		}
		text := query["searchText"]
		isNamed := contains(contact["firstName"], text) || contains(contact["lastName"], text) || contains(contact["email"], text)
		isWanted := query["inviteStatusFilter"] == nil || (query["inviteStatusFilter"] == "invited") == isInvited
		isCounted := query["orderCountFilter"] == nil || query["orderCountFilter"] == float64(count)
		if contact["campaignId"] == query["campaignId"] && isNamed && hasTag && isWanted && isCounted {
			rows = append(rows, row)
		}
	}
	return rows
}

func listInventory(rows []object, query object) object {
	found := filter(rows, func(each object) bool {
		return contains(each["sku"], query["sku"]) && contains(each["product_name"], query["product_name"]) &&
			(query["warehouse_id"] == nil || query["warehouse_id"] == mapOf(each["warehouse"])["warehouse_id"]) &&
			(query["status"] == nil || query["status"] == each["status"])
	})
	number, size := int(query["page"].(float64)), int(query["page_size"].(float64))
	start := min((number-1)*size, len(found))
	return object{
		"items":      found[start:min(start+size, len(found))],
		"pagination": object{"total_count": len(found), "page": number, "page_size": size, "has_more": number*size < len(found)},
	}
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	address, _ := json.Marshal(newService(readDocument(text), 1_000_000).address())
	fmt.Println(string(address))
	select {}
}
