// Reads [{secret, headers, body}] from stdin, body in base64; prints which of them the published library accepts.
package main

import (
	"encoding/json"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

type testCase struct {
	Secret  string
	Headers map[string]string
	Body    []byte
}

func (one testCase) accepted() bool {
	headers := http.Header{}
	for name, value := range one.Headers {
		headers.Set(name, value)
	}
	webhook, err := standardwebhooks.NewWebhook(one.Secret)
	return err == nil && webhook.Verify(one.Body, headers) == nil
}

func main() {
	var cases []testCase
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	accepted := []bool{}
	for _, one := range cases {
		accepted = append(accepted, one.accepted())
	}
	if err := json.NewEncoder(os.Stdout).Encode(accepted); err != nil {
		panic(err)
	}
}
