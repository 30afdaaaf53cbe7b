// A receiver of Flowledger webhooks in Go 1.21+, without dependencies: SIGNING_SECRET=... PORT=8080 go run receiver.go
//
// Checks the signature over the raw bytes, in constant time, within five minutes of its own clock; drops repeats.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	window       = 5 * time.Minute
	maxBodyBytes = 1 << 20
)

// verify takes the body as it came, before any parsing, and the value of service-signature.
func verify(rawBody []byte, header, secret string, now time.Time) bool {
	parts := strings.Split(header, ",")
	timestamp, isFirst := strings.CutPrefix(parts[0], "t=")
	ms, err := strconv.ParseInt(timestamp, 10, 64)
	if !isFirst || err != nil || now.Sub(time.UnixMilli(ms)).Abs() > window {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(rawBody)
	expected := mac.Sum(nil)
	valid := false
	// During a rotation there is one v1 per secret: any of them may be ours.
	for _, part := range parts[1:] {
		given, err := hex.DecodeString(strings.TrimPrefix(part, "v1="))
		if strings.HasPrefix(part, "v1=") && err == nil && hmac.Equal(given, expected) {
			valid = true
		}
	}
	return valid
}

// seen is, in a real receiver, a table with a unique key, written in the transaction that does the work.
var seen sync.Map

func receive(response http.ResponseWriter, request *http.Request) {
	rawBody, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBodyBytes))
	if err != nil {
		http.Error(response, "unreadable", http.StatusBadRequest)
		return
	}
	secret := os.Getenv("SIGNING_SECRET")
	if !verify(rawBody, request.Header.Get("service-signature"), secret, time.Now()) {
		http.Error(response, "invalid signature", http.StatusUnauthorized)
		return
	}
	if _, again := seen.LoadOrStore(request.Header.Get("service-delivery-id"), true); again {
		fmt.Fprint(response, "seen before")
		return
	}
	var event struct {
		Type string
		Data struct{ ExecutionID, Status string }
	}
	if err := json.Unmarshal(rawBody, &event); err != nil {
		http.Error(response, "not JSON", http.StatusBadRequest)
		return
	}
	fmt.Println(event.Type, event.Data.ExecutionID, event.Data.Status)
	fmt.Fprint(response, "received")
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		panic(err)
	}
	fmt.Println("listening", listener.Addr().(*net.TCPAddr).Port)
	panic(http.Serve(listener, http.HandlerFunc(receive)))
}
