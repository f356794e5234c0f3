package main

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

// controlsHandler serves the controls of a server under test, as contract-tests/controls/openapi.yaml describes them.
func (s *service) controlsHandler() http.Handler {
	mux, own := http.NewServeMux(), s.accounts[s.keys["own"]]
	control := func(name string, run func(given object) any) {
		mux.HandleFunc("POST /"+name, func(w http.ResponseWriter, r *http.Request) {
			given := object{}
			json.NewDecoder(r.Body).Decode(&given)
			if body := run(given); body != nil {
				json.NewEncoder(w).Encode(body)
			} else {
				w.WriteHeader(204)
			}
		})
	}
	order := func(name string, change func(object)) {
		control(name, func(given object) any {
			s.lock.Lock()
			defer s.lock.Unlock()
			change(find(own.orders, given["orderId"], 404, "Order not found"))
			return nil
		})
	}
	control("start", func(given object) any {
		s.sender.receiver = as[string](given["receiver"])
		keys := object{}
		for name, key := range s.keys {
			keys[name+"Key"] = key
		}
		return keys
	})
	control("settle", func(object) any {
		s.sender.pending.Wait()
		return nil
	})
	control("advance", func(given object) any {
		s.lock.Lock()
		defer s.lock.Unlock()
		s.ahead += time.Duration(given["seconds"].(float64)) * time.Second
		return nil
	})
	order("ship", own.ship)
	order("deliver", own.deliver)
	order("return", own.takeBack)
	control("fresh", func(given object) any {
		return newService(int(given["rateLimit"].(float64))).address()
	})
	control("stop", func(object) any {
		for _, server := range s.servers {
			// Unlike Close, Shutdown sends the response to this request first.
			go server.Shutdown(context.Background())
		}
		return nil
	})
	return mux
}
