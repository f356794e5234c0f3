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
	"maps"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const window = 86400 * time.Second

// service is one server: accounts with their keys, the clock, the rate limit and the deliveries.
type service struct {
	lock          sync.Mutex
	ahead         time.Duration
	sender        sender
	keys          map[string]string
	accounts      map[string]*account
	rateLimit     int
	requests      []time.Time
	url, controls string
	servers       []*http.Server
}

func newService(rateLimit int) *service {
	s := &service{rateLimit: rateLimit, keys: map[string]string{}, accounts: map[string]*account{}}
	for _, name := range []string{"own", "other", "empty", "revoked", "deactivated"} {
		s.keys[name] = randomHex(48)
	}
	for _, name := range []string{"own", "other", "empty"} {
		s.accounts[s.keys[name]] = newAccount(s, name != "empty")
	}
	s.url, s.controls = s.serve(s), s.serve(s.controlsHandler())
	return s
}

func (s *service) now() time.Time { return time.Now().Add(s.ahead) }

func (s *service) time() string { return s.now().UTC().Format("2006-01-02T15:04:05.000Z") }

func (s *service) address() object {
	return object{"url": s.url, "key": s.keys["own"], "controls": s.controls}
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

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	s.lock.Lock()
	status, body := s.respond(w.Header(), r, raw)
	if deliver, isSlow := body.(func() object); isSlow {
		s.lock.Unlock()
		body = deliver()
		s.lock.Lock()
	}
	text, _ := json.Marshal(body)
	s.lock.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if status == 401 {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		text = []byte("Unauthorized")
	}
	w.WriteHeader(status)
	w.Write(text)
}

// respond counts a request, checks its key, and runs its operation.
func (s *service) respond(headers http.Header, r *http.Request, raw []byte) (status int, body any) {
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case rejected:
			status, body = thrown.status, thrown.body
		default:
			panic(thrown)
		}
	}()
	isOver := s.count(headers)
	scheme, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	a := s.accounts[key]
	path := r.URL.EscapedPath()
	if isOver {
		return 429, object{"message": "Rate limit exceeded"}
	}
	if a == nil || !strings.EqualFold(scheme, "Bearer") {
		return 401, nil
	}
	if path == "/v1/auth" {
		return 200, object{"account_id": a.id, "message": "Authentication successful"}
	}
	methods, given := match(path)
	if methods == nil {
		return 404, object{"message": "Not found"}
	}
	operation := methods[r.Method]
	if operation == nil {
		headers.Set("Allow", strings.Join(slices.Collect(maps.Keys(methods)), ", "))
		return 405, object{"message": "Method not allowed"}
	}
	parameters, fields := readParameters(as[[]any](operation["parameters"]), given, r.URL.RawQuery), object{}
	if declared := as[object](operation["requestBody"]); declared != nil {
		fields = readBody(raw, r.Header.Get("Content-Type"), declared)
	}
	maps.Copy(fields, parameters)
	headers.Set("Cache-Control", "no-store")
	body = operations[as[string](operation["operationId"])](a, fields)
	status, _ = strconv.Atoi(slices.Min(slices.Collect(maps.Keys(as[object](operation["responses"])))))
	return status, body
}

// count counts a request unless the limit is reached, and sets the headers of the rate limit.
func (s *service) count(headers http.Header) bool {
	now := s.now()
	s.requests = slices.DeleteFunc(s.requests, func(each time.Time) bool { return !each.Add(window).After(now) })
	isOver := len(s.requests) >= s.rateLimit
	if !isOver {
		s.requests = append(s.requests, now)
	}
	reset := int(math.Ceil(s.requests[0].Add(window).Sub(now).Seconds()))
	for prefix, start := range map[string]int{"": 0, "X-": int(time.Now().Unix())} {
		headers.Set(prefix+"RateLimit-Limit", strconv.Itoa(s.rateLimit))
		headers.Set(prefix+"RateLimit-Remaining", strconv.Itoa(s.rateLimit-len(s.requests)))
		headers.Set(prefix+"RateLimit-Reset", strconv.Itoa(start+reset))
	}
	headers.Set("X-Request-Id", randomHex(16))
	return isOver
}

var braces = regexp.MustCompile(`{(.+)}`)

// match returns the operations of a path by their methods, and the value of its parameter.
func match(path string) (map[string]object, map[string][]any) {
	given := map[string][]any{}
	declared := doc.Paths[path]
	for template, each := range doc.Paths {
		pattern := regexp.MustCompile("^" + braces.ReplaceAllString(template, "([^/]+)") + "$")
		if found := pattern.FindStringSubmatch(path); declared == nil && len(found) == 2 {
			declared = each
			given[braces.FindStringSubmatch(template)[1]] = []any{decode(found[1], url.PathUnescape)}
		}
	}
	if declared == nil {
		return nil, nil
	}
	methods := map[string]object{}
	for name, operation := range declared {
		if operation := as[object](operation); operation["operationId"] != nil {
			methods[strings.ToUpper(name)] = operation
		}
	}
	if methods["GET"] != nil {
		methods["HEAD"] = methods["GET"]
	}
	return methods, given
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = json.Unmarshal(text, &doc)
	}
	if err != nil {
		panic(err)
	}
	address, _ := json.Marshal(newService(1_000_000).address())
	fmt.Println(string(address))
	select {}
}
