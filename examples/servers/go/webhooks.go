package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

func newSecret() string { return "whsec_" + randomHex(32) }

func (a *account) listWebhookEvents(object) any {
	events := []object{}
	for _, name := range as[[]any](doc.Components.Schemas["EventName"]["enum"]) {
		category, _, _ := strings.Cut(name.(string), ".")
		events = append(events, object{"name": name, "category": category, "description": "Sent at " + name.(string)})
	}
	return object{"events": events}
}

func (a *account) listWebhooks(object) any {
	rows := []object{}
	for _, hook := range a.hooks {
		rows = append(rows, row("WebhookSubscription", hook, nil))
	}
	return object{"webhooks": rows}
}

func (a *account) createWebhook(given object) any {
	a.checkURL(given["url"], nil)
	hook := object{"id": newID("whk"), "url": given["url"], "events": given["events"], "active": true}
	maps.Copy(hook, object{"secret": newSecret(), "createdAt": a.service.time(), "updatedAt": a.service.time()})
	a.hooks = append(a.hooks, hook)
	return hook
}

// checkURL rejects local and private URLs, and those of other subscriptions.
func (a *account) checkURL(given, own any) {
	identified := identity(as[string](given))
	messages := as[object](doc.Components.Schemas["WebhookUrl"]["x-messages"])
	rejectIf(identified == "", as[string](messages["pattern"]))
	for _, hook := range a.hooks {
		isTaken := identity(as[string](hook["url"])) == identified && hook["id"] != own
		rejectIf(isTaken, "A webhook with this URL already exists")
	}
}

func (a *account) findWebhook(given object) object {
	return find(a.hooks, given["id"], 400, "Webhook not found")
}

func (a *account) updateWebhook(given object) any {
	hook := a.findWebhook(given)
	if given["url"] != nil {
		a.checkURL(given["url"], hook["id"])
	}
	for _, name := range []string{"url", "events", "active"} {
		if value, isGiven := given[name]; isGiven {
			hook[name] = value
		}
	}
	hook["updatedAt"] = a.service.time()
	return row("WebhookSubscription", hook, nil)
}

func (a *account) deleteWebhook(given object) any {
	a.findWebhook(given)
	a.hooks = filter(a.hooks, func(hook object) bool { return hook["id"] != given["id"] })
	return object{"message": "Webhook deleted successfully"}
}

func (a *account) rotateWebhookSecret(given object) any {
	hook := a.findWebhook(given)
	hook["secret"], hook["updatedAt"] = newSecret(), a.service.time()
	return hook
}

// testWebhook returns a function, which runs when the service is no longer locked.
func (a *account) testWebhook(given object) any {
	hook := a.findWebhook(given)
	rejectIf(hook["active"] == false, "Webhook is not active")
	data := object{"message": "Your webhook endpoint is configured correctly.", "timestamp": a.service.time()}
	copied := maps.Clone(hook)
	return func() object { return a.service.sender.deliver(copied, "webhook.test", data) }
}

func (a *account) emit(event string, order object) {
	data := row("OrderEventData", order, object{"orderId": order["id"]})
	for _, hook := range a.hooks {
		if hook["active"] == true && slices.Contains(as[[]any](hook["events"]), any(event)) {
			copied := maps.Clone(hook)
			a.service.sender.pending.Go(func() { a.service.sender.deliver(copied, event, data) })
		}
	}
}

// sender sends deliveries. The controls of a test set receiver, which receives all of them.
type sender struct {
	receiver string
	pending  sync.WaitGroup
}

// deliver posts a signed body once. Redirects are not followed.
func (s *sender) deliver(hook object, event string, data object) object {
	body, _ := json.Marshal(object{"event": event, "data": data})
	target := as[string](hook["url"])
	if s.receiver != "" {
		target = s.receiver + "?url=" + url.QueryEscape(target)
	}
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	signed := hmac.New(sha256.New, []byte(as[string](hook["secret"])))
	signed.Write([]byte(timestamp + "." + string(body)))
	request, _ := http.NewRequest("POST", target, strings.NewReader(string(body)))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Webhook-Event", event)
	request.Header.Set("X-Webhook-Timestamp", timestamp)
	request.Header.Set("X-Webhook-Signature", "sha256="+hex.EncodeToString(signed.Sum(nil)))
	client := http.Client{Timeout: 10 * time.Second}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	response, err := client.Do(request)
	if err != nil {
		return object{"success": false, "statusCode": nil, "error": err.Error()}
	}
	defer response.Body.Close()
	result := object{"success": response.StatusCode < 300, "statusCode": response.StatusCode, "error": nil}
	if response.StatusCode >= 300 {
		result["error"] = "The subscriber responded with " + response.Status
	}
	return result
}

// identity returns what all spellings of a URL have in common. It is empty for local and private hosts.
func identity(text string) string {
	parsed, err := url.Parse(text)
	if err != nil {
		return ""
	}
	host, port := strings.ToLower(strings.TrimRight(parsed.Hostname(), ".")), 443
	if parsed.Port() != "" {
		port, _ = strconv.Atoi(parsed.Port())
	}
	address, isAddress := parseAddress(host)
	isLocal := host == "" || strings.HasSuffix("."+host, ".localhost") || (isAddress && !isPublic(address))
	if isLocal || port > 65535 {
		return ""
	}
	return host + ":" + strconv.Itoa(port) + path.Clean("/"+parsed.Path) + "?" + parsed.RawQuery
}

func isPublic(address netip.Addr) bool {
	isLocal := address.IsPrivate() || address.IsLoopback() || address.IsLinkLocalUnicast() || address.IsUnspecified()
	return !isLocal && !address.Is4In6()
}

// parseAddress reads an address in each spelling that URLs allow, such as 0x7f.1.
func parseAddress(host string) (netip.Addr, bool) {
	if strings.Contains(host, ":") {
		address, err := netip.ParseAddr(host)
		return address, err == nil
	}
	parts := strings.Split(host, ".")
	whole := uint64(0)
	for i, part := range parts {
		number, err := strconv.ParseUint(part, 0, 32)
		if err != nil || len(parts) > 4 {
			return netip.Addr{}, false
		}
		if i < len(parts)-1 {
			number <<= 8 * (3 - i)
		}
		whole += number
	}
	return netip.AddrFrom4([4]byte{byte(whole >> 24), byte(whole >> 16), byte(whole >> 8), byte(whole)}), true
}
