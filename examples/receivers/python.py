import hashlib, hmac, json, os, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

secret = os.environ.get("WEBHOOK_SECRET", "").encode() or sys.exit("WEBHOOK_SECRET is not set")

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))  # the raw bytes
        timestamp = self.headers.get("X-Webhook-Timestamp", "")
        digest = hmac.new(secret, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
        signature = self.headers.get("X-Webhook-Signature", "")
        genuine = hmac.compare_digest(b"sha256=" + digest.encode(), signature.encode())
        accepted = genuine and timestamp.isdecimal() and abs(time.time() - int(timestamp)) <= 300
        self.send_response(204 if accepted else 400)  # respond first, process later
        self.end_headers()
        if accepted:
            print(json.loads(body)["event"], flush=True)

ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 3000))), Receiver).serve_forever()
