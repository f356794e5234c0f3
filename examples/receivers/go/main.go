package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math"
	"net/http"
	"os"
	"strconv"
	"time"
)

func receive(response http.ResponseWriter, request *http.Request) {
	body, _ := io.ReadAll(request.Body) // the raw bytes
	timestamp := request.Header.Get("X-Webhook-Timestamp")
	mac := hmac.New(sha256.New, []byte(os.Getenv("WEBHOOK_SECRET")))
	mac.Write([]byte(timestamp + "." + string(body)))
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	genuine := hmac.Equal([]byte(expected), []byte(request.Header.Get("X-Webhook-Signature")))
	seconds, err := strconv.ParseUint(timestamp, 10, 63)
	if !genuine || err != nil || math.Abs(float64(time.Now().Unix()-int64(seconds))) > 300 {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	response.WriteHeader(http.StatusNoContent) // respond first, process later
	var delivery struct{ Event string }
	_ = json.Unmarshal(body, &delivery)
	fmt.Println(delivery.Event)
}

func main() {
	if os.Getenv("WEBHOOK_SECRET") == "" {
		log.Fatal("WEBHOOK_SECRET is not set")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, http.HandlerFunc(receive)))
}
