package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"
)

const urlMessage = "Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses"

// identity returns a subscription's URL in one spelling. It rejects local and private hosts in any spelling.
func identity(text string) (string, error) {
	parsed, err := url.Parse(text)
	if err != nil || parsed.User != nil || !strings.EqualFold(parsed.Scheme, "https") {
		return "", reject(urlMessage)
	}
	host := strings.ToLower(strings.TrimRight(parsed.Hostname(), "."))
	port, err := strconv.Atoi(strings.Replace(parsed.Port(), "", "443", max(0, 1-len(parsed.Port()))))
	address, isAddress := parseAddress(host)
	isLocal := host == "" || host == "localhost" || strings.HasSuffix(host, ".localhost")
	if err != nil || port > 65535 || isLocal || (isAddress && !isPublic(address)) {
		return "", reject(urlMessage)
	}
	return host + ":" + strconv.Itoa(port) + path.Clean("/"+parsed.Path) + "?" + parsed.RawQuery, nil
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

func newSecret() string { return "whsec_" + randomHex(32) }

func shown(hook object, hasSecret bool) object {
	row := object{}
	for name, value := range hook {
		if name != "secret" || hasSecret {
			row[name] = value
		}
	}
	return row
}

func (a *account) isTaken(identified string, own any) bool {
	for _, each := range a.webhooks {
		if other, _ := identity(textOf(each["url"])); other == identified && each["id"] != own {
			return true
		}
	}
	return false
}

func (a *account) subscribe(given object) (object, error) {
	identified, err := identity(textOf(given["url"]))
	if err != nil {
		return nil, err
	}
	if a.isTaken(identified, nil) {
		return nil, reject("A webhook with this URL already exists")
	}
	hook := object{"id": newID("whk"), "url": given["url"], "events": given["events"], "active": true, "secret": newSecret(), "createdAt": a.clock.text()}
	hook["updatedAt"] = hook["createdAt"]
	a.webhooks = append(a.webhooks, hook)
	return shown(hook, true), nil
}

func (a *account) updateWebhook(hook, given object) (object, error) {
	if given["url"] != nil {
		identified, err := identity(textOf(given["url"]))
		if err != nil {
			return nil, err
		}
		if a.isTaken(identified, hook["id"]) {
			return nil, reject("A webhook with this URL already exists")
		}
	}
	for _, name := range []string{"url", "events", "active"} {
		if value, ok := given[name]; ok {
			hook[name] = value
		}
	}
	hook["updatedAt"] = a.clock.text()
	return shown(hook, false), nil
}

// sender sends deliveries. The controls of a test set receiver, which stands for all subscribers.
type sender struct {
	receiver string
	pending  sync.WaitGroup
}

func (s *sender) emit(a *account, event string, order object) {
	data := object{"orderId": order["id"]}
	for _, name := range strings.Fields("orderNumber status campaignId products trackingNumber carrierCode shipDate") {
		data[name] = order[name]
	}
	body, _ := json.Marshal(object{"event": event, "data": data})
	for _, hook := range a.webhooks {
		if hook["active"] == true && includes(listOf(hook["events"]), event) {
			s.pending.Add(1)
			go func(hook object) {
				defer s.pending.Done()
				s.deliver(hook, event, string(body))
			}(shown(hook, true))
		}
	}
}

// deliver posts a signed body once. Redirects are not followed.
func (s *sender) deliver(hook object, event, body string) object {
	target := textOf(hook["url"])
	if s.receiver != "" {
		target = s.receiver + "?url=" + url.QueryEscape(target)
	}
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	signed := hmac.New(sha256.New, []byte(textOf(hook["secret"])))
	signed.Write([]byte(timestamp + "." + body))
	request, _ := http.NewRequest("POST", target, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Webhook-Event", event)
	request.Header.Set("X-Webhook-Timestamp", timestamp)
	request.Header.Set("X-Webhook-Signature", "sha256="+hex.EncodeToString(signed.Sum(nil)))
	client := http.Client{Timeout: 10 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		return object{"success": false, "statusCode": nil, "error": err.Error()}
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		return object{"success": false, "statusCode": response.StatusCode, "error": "The subscriber responded with " + response.Status}
	}
	return object{"success": true, "statusCode": response.StatusCode, "error": nil}
}
