/**
 * How a receiver checks one delivery, filled with its own time and bytes, so that its author can
 * reproduce the signature. Spec 5.3; the receivers in docs/receivers do the same.
 */
export const snippetLanguages = ['node', 'python', 'go'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

export interface Signed {
  readonly timestampMs: number;
  readonly body: string;
}

/** A JSON string is a literal of JavaScript, of Python and of Go. */
const literal = (text: string): string => JSON.stringify(text);

const writers: Readonly<Record<SnippetLanguage, (signed: Signed) => string>> = {
  node: ({ timestampMs, body }) => `import { createHmac } from 'node:crypto';

const rawBody = ${literal(body)};
const signature = createHmac('sha256', process.env.SIGNING_SECRET)
  .update(\`${timestampMs}.\${rawBody}\`)
  .digest('hex');
console.log(\`t=${timestampMs},v1=\${signature}\`);`,
  python: ({ timestampMs, body }) => `import hashlib, hmac, os

raw_body = ${literal(body)}.encode()
secret = os.environ["SIGNING_SECRET"].encode()
signature = hmac.new(secret, b"${timestampMs}." + raw_body, hashlib.sha256).hexdigest()
print(f"t=${timestampMs},v1={signature}")`,
  go: ({ timestampMs, body }) => `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
)

func main() {
	rawBody := ${literal(body)}
	mac := hmac.New(sha256.New, []byte(os.Getenv("SIGNING_SECRET")))
	mac.Write([]byte("${timestampMs}." + rawBody))
	fmt.Println("t=${timestampMs},v1=" + hex.EncodeToString(mac.Sum(nil)))
}`,
};

export const verifySnippet = (language: SnippetLanguage, signed: Signed): string =>
  writers[language](signed);
