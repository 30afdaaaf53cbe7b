"""A receiver of Flowledger webhooks in Python 3.9+, without dependencies: SIGNING_SECRET=... PORT=8080 python3 receiver.py

Checks the signature over the raw bytes, in constant time, within five minutes of its own clock; drops repeats.
"""

import hashlib
import hmac
import json
import os
import re
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("SIGNING_SECRET", "")
WINDOW_MS = 5 * 60 * 1000
MAX_BODY_BYTES = 1024 * 1024


def verify(raw_body: bytes, header: str, secret: str, now_ms: float) -> bool:
    """raw_body as it came, before any parsing; header is the value of service-signature."""
    found = re.match(r"t=(\d{1,16}),", header, re.ASCII)
    if found is None or abs(now_ms - int(found[1])) > WINDOW_MS:
        return False
    signed = found[1].encode() + b"." + raw_body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    # During a rotation there is one v1 per secret: any of them may be ours.
    given = re.findall(r",v1=([0-9a-f]{64})(?=,|$)", header)
    return any([hmac.compare_digest(one, expected) for one in given])


# In a real receiver: a table with a unique key, written in the transaction that does the work.
seen = set()


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", "0"))
        if length > MAX_BODY_BYTES:
            self.answer(413, "too large")
            self.close_connection = True
            return
        raw_body = self.rfile.read(length)
        signature = self.headers.get("service-signature", "")
        if not verify(raw_body, signature, SECRET, time.time() * 1000):
            self.answer(401, "invalid signature")
            return
        delivery_id = self.headers.get("service-delivery-id")
        if delivery_id in seen:
            self.answer(200, "seen before")
            return
        seen.add(delivery_id)
        event = json.loads(raw_body)
        print(event["type"], event["data"]["executionId"], event["data"]["status"], flush=True)
        self.answer(200, "received")

    def answer(self, status: int, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
    print("listening", server.server_address[1], flush=True)
    server.serve_forever()
