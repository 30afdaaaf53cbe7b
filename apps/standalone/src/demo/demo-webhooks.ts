/**
 * What the demo's receiver does with a webhook: checks its signature, keeps it, and answers. The
 * api reads what was kept and breaks or mends the receiver, with the control key.
 */
import type { DemoReceiverView } from '@apps/api';
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { checkSignature } from './check-signature.js';
import { ReceivedWebhooks } from './received-webhooks.js';
import type { StandInAnswer } from './stand-in.js';

export interface WebhooksOptions {
  readonly secret: string;
  readonly controlKey: string;
  /** Gets one line per received webhook and chat message. */
  readonly say: (line: string) => void;
  /** Prefix of the headers' names. Default: `service-`. */
  readonly prefix?: string;
}

const isSame = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

export type Answering = (request: IncomingMessage, body: Buffer) => StandInAnswer;

/** Answers 503 while it is broken, and keeps what arrived either way. */
export function createWebhooks({ secret, controlKey, say, prefix = 'service-' }: WebhooksOptions): {
  receive: Answering;
  control: Answering;
} {
  const received = new ReceivedWebhooks();
  let broken = false;
  const state = (): DemoReceiverView => ({ broken, received: received.list() });
  return {
    receive: ({ headers, rawHeaders }, body) => {
      const [nowMs, begun] = [Date.now(), performance.now()];
      const header = String(headers[`${prefix}signature`] ?? '');
      const signature = checkSignature(header, body, { secret, nowMs });
      const isSigned = signature?.equal === true;
      const deliveryId = headers[`${prefix}delivery-id`];
      const status = broken ? 503 : isSigned ? 200 : 401;
      const tookMs = Math.round((performance.now() - begun) * 1_000) / 1_000;
      received.add({
        ...{ rawHeaders, body, signature, status, tookMs },
        deliveryId: typeof deliveryId === 'string' ? deliveryId : null,
        receivedAt: new Date(nowMs).toISOString(),
      });
      say(
        broken
          ? `webhook ${String(deliveryId)} refused with 503: the receiver is broken`
          : `webhook ${String(deliveryId)} received, signature ${isSigned ? 'valid' : 'INVALID'}`,
      );
      return { status, body: { ok: status === 200 } };
    },
    control: ({ method, headers }, body) => {
      if (!isSame(headers.authorization ?? '', `Bearer ${controlKey}`))
        return { status: 401, body: { ok: false } };
      if (method === 'PUT')
        broken = (JSON.parse(body.toString('utf8')) as { broken?: unknown }).broken === true;
      return { status: 200, body: state() };
    },
  };
}
