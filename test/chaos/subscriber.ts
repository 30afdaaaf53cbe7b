/**
 * Subscribes to every execution of the workspace, fails some deliveries by a fixed plan, and
 * records everything received.
 */
import { createHash } from 'node:crypto';
import { answer, startReceiver, type ReceivedRequest, type Reply } from '../support/receiver.js';
import type { Fleet } from './fleet.js';

export interface ReceivedWebhook {
  readonly deliveryId: string;
  readonly executionId: string;
  readonly receivedAtMs: number;
  /** Answered 2xx: it must not come again. */
  readonly accepted: boolean;
  readonly bodyHash: string;
}

export interface Subscriber {
  readonly webhooks: readonly ReceivedWebhook[];
  close(): Promise<void>;
}

const hashOf = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** Out of four deliveries, two succeed at once, one fails once and one fails twice. */
const failuresOf = (deliveryId: string): number =>
  Math.max(0, ((hashOf(deliveryId)[0] ?? 0) % 4) - 1);

const failures: readonly Reply[] = [answer(503), { kind: 'reset' }];

export async function startSubscriber(fleet: Fleet): Promise<Subscriber> {
  const webhooks: ReceivedWebhook[] = [];
  const countById = new Map<string, number>();
  const receive = (request: ReceivedRequest): Reply => {
    const deliveryId = String(request.headers['service-delivery-id']);
    const before = countById.get(deliveryId) ?? 0;
    countById.set(deliveryId, before + 1);
    const accepted = before >= failuresOf(deliveryId);
    const { data } = JSON.parse(String(request.body)) as { data: { executionId: string } };
    webhooks.push({
      deliveryId,
      executionId: data.executionId,
      receivedAtMs: request.receivedAt,
      accepted,
      bodyHash: hashOf(request.body).toString('hex'),
    });
    return accepted ? answer(200) : (failures[before] ?? answer(503));
  };
  const receiver = await startReceiver(receive);
  const [api] = fleet.apis;
  const { status, text } = await api!.call('POST', '/api/v1/subscriptions', { url: receiver.url });
  if (status !== 201) throw new Error(text);
  return { webhooks, close: () => receiver.close() };
}
