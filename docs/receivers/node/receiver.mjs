/**
 * A receiver of Flowledger webhooks for Node 20+, without dependencies.
 * Start it with `SIGNING_SECRET=… PORT=8080 node receiver.mjs`.
 * It checks the signature over the raw bytes in constant time, accepts timestamps within five
 * minutes of its own clock, and drops repeats.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.env.SIGNING_SECRET ?? '';
const windowMs = 5 * 60 * 1000;
const maxBodyBytes = 1024 * 1024;

/**
 * @param {Buffer} rawBody as received, before any parsing
 * @param {string} header value of `service-signature`
 */
export function verify(rawBody, header, secret, nowMs = Date.now()) {
  const timestamp = /^t=(\d{1,16}),/.exec(header)?.[1];
  if (timestamp === undefined || Math.abs(nowMs - Number(timestamp)) > windowMs) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
  // During a rotation there is one v1 per secret: any of them may be ours.
  return [...header.matchAll(/,v1=([0-9a-f]{64})(?=,|$)/g)].some(([, hex]) =>
    timingSafeEqual(Buffer.from(hex, 'hex'), expected),
  );
}

/** In a real receiver: a table with a unique key, written in the transaction that does the work. */
const seen = new Set();

const server = createServer((request, response) => {
  const chunks = [];
  let sizeBytes = 0;
  request.on('data', (chunk) => {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBodyBytes) request.destroy();
    else chunks.push(chunk);
  });
  request.on('end', () => {
    const rawBody = Buffer.concat(chunks);
    const answer = (status, text) => response.writeHead(status).end(text);
    if (!verify(rawBody, request.headers['service-signature'] ?? '', secret)) {
      answer(401, 'invalid signature');
      return;
    }
    const deliveryId = request.headers['service-delivery-id'];
    if (seen.has(deliveryId)) {
      answer(200, 'seen before');
      return;
    }
    seen.add(deliveryId);
    const event = JSON.parse(rawBody.toString('utf8'));
    console.log(event.type, event.data.executionId, event.data.status);
    answer(200, 'received');
  });
});

server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`listening ${server.address().port}`);
});
