/** The demo in requests and answers, and the file by which it says where it runs. */
import { z } from 'zod';
import { answer, instant, one, type View } from '../http/answers.js';
import { createdAt, exampleIds } from '../http/example-values.js';

/** `$DATA_DIR/demo.json`, once the demo is made. Its writer is apps/standalone. */
export const demoFile = z.object({
  workspaceId: z.guid(),
  workflowId: z.guid(),
  subscriptionId: z.guid(),
  triggerUrl: z.url(),
  receiverUrl: z.url(),
  /** The receiver's state and its switch are for holders of this key. */
  controlKey: z.string().min(1),
  secret: z.string().min(1),
});
export type DemoFile = Readonly<z.output<typeof demoFile>>;

const checkedSignature = z.object({
  timestampMs: z.int().describe('The `t=` of the header, in Unix milliseconds.'),
  signedPrefix: z.string().describe('Stands before the body in what the HMAC is computed over.'),
  received: z.string().describe('The first `v1=` of the header, or the one that is equal.'),
  computed: z.string().describe('HMAC-SHA256 with the secret, in hex.'),
  equal: z.boolean(),
  ageMs: z
    .int()
    .describe('The time of arrival, by the clock of the receiver, minus `timestampMs`.'),
});

const receivedWebhook = z.object({
  deliveryId: z.string().nullable(),
  receivedAt: instant,
  headers: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .describe('As received, in their order.'),
  body: z.string().describe('The exact text, at most its first 64 KiB.'),
  bodyBytes: z.int(),
  signature: checkedSignature.nullable().describe('Null: no signature arrived.'),
  status: z.int().describe('What the receiver answered.'),
  tookMs: z.number(),
});
export type ReceivedWebhook = View<typeof receivedWebhook>;

export const demoReceiver = z.object({
  broken: z.boolean().describe('Whether it answers 503 to every webhook.'),
  received: z.array(receivedWebhook).describe('At most the last 20, newest first.'),
});
export type DemoReceiverView = View<typeof demoReceiver>;

export const receiverChange = z.strictObject({ broken: z.boolean() });
export type ReceiverChange = z.output<typeof receiverChange>;

const demo = z.object({
  workflowId: z.string(),
  subscriptionId: z.string(),
  triggerUrl: z.string(),
  secretHint: z.string().describe('Beginning and end of the secret that both sides have.'),
  receiver: demoReceiver.nullable().describe('Null: it does not answer.'),
});
export type DemoView = View<typeof demo>;

const receiver: z.input<typeof demoReceiver> = {
  broken: false,
  received: [
    {
      deliveryId: exampleIds.delivery,
      receivedAt: createdAt,
      headers: [{ name: 'service-signature', value: 't=1795338000000,v1=5f1c09e2a7' }],
      body: '{"type":"workflow.execution.completed"}',
      bodyBytes: 39,
      signature: {
        timestampMs: 1_795_338_000_000,
        signedPrefix: '1795338000000.',
        received: '5f1c09e2a7',
        computed: '5f1c09e2a7',
        equal: true,
        ageMs: 4,
      },
      status: 200,
      tookMs: 1.2,
    },
  ],
};

export const demoAnswer = answer('DemoAnswer', one(demo), {
  data: {
    workflowId: exampleIds.workflow,
    subscriptionId: exampleIds.subscription,
    triggerUrl: 'http://localhost:3000/api/webhooks/trigger/EpnGQAgU/demo-order',
    secretHint: 'whsec_…Qx4=',
    receiver,
  },
});

export const demoReceiverAnswer = answer('DemoReceiverAnswer', one(demoReceiver), {
  data: receiver,
});
