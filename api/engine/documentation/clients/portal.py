"""Example client of the order portal API that authenticates with an API key: it signs each request (RFC 9421, hmac-sha256).

Python 3, no dependencies.

    PORTAL_URL=https://portal.example KEY_ID=… KEY_SECRET=… python3 portal.py GET /api/orders?status=PENDING
    … python3 portal.py PATCH /api/clients/ID '{"industry": "Retail"}'
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid


def call(portal, key_id, secret, method, path, body=None):
    """Sends one signed request and returns its status and JSON. `portal` must be exactly PUBLIC_URL."""
    target = portal + path
    data = None if body is None else json.dumps(body).encode()
    headers = {"Accept": "application/json"}
    if data is not None:
        digest = base64.b64encode(hashlib.sha256(data).digest()).decode()
        headers |= {"Content-Type": "application/json", "Content-Digest": f"sha-256=:{digest}:"}
    headers |= sign(method, target, headers, key_id, secret)
    request = urllib.request.Request(target, data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as refusal:
        return refusal.code, json.load(refusal)


def sign(method, target, headers, key_id, secret):
    """Signs a request: the signature covers method and URI, and content type and digest of a body. Each nonce is used once."""
    covered = {"@method": method, "@target-uri": target}
    covered |= {name.lower(): headers[name] for name in ("Content-Type", "Content-Digest") if name in headers}
    names = " ".join(f'"{name}"' for name in covered)
    signed = f'({names});created={int(time.time())};keyid="{key_id}";nonce="{uuid.uuid4()}"'
    lines = [f'"{name}": {value}' for name, value in covered.items()] + [f'"@signature-params": {signed}']
    digest = hmac.new(secret.encode(), "\n".join(lines).encode(), hashlib.sha256).digest()
    return {"Signature-Input": f"portal={signed}", "Signature": f"portal=:{base64.b64encode(digest).decode()}:"}


if __name__ == "__main__":
    method, path, *body = sys.argv[1:]
    key = (os.environ["PORTAL_URL"], os.environ["KEY_ID"], os.environ["KEY_SECRET"])
    status, answer = call(*key, method, path, json.loads(body[0]) if body else None)
    print(json.dumps({"status": status, "body": answer}))
