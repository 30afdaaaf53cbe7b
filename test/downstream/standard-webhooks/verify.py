"""Reads [{secret, headers, body}] from stdin, body in base64; prints which of them the published library accepts."""

import base64
import json
import sys

from standardwebhooks.webhooks import Webhook, WebhookVerificationError


def accepts(case: dict) -> bool:
    try:
        Webhook(case["secret"]).verify(base64.b64decode(case["body"]), case["headers"])
        return True
    except WebhookVerificationError:
        return False


print(json.dumps([accepts(case) for case in json.load(sys.stdin)]))
