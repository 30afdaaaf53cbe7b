/**
 * Blocks that start an execution. Their output is the data that the edge received. It is recorded
 * with the request, so a trigger has nothing to run.
 */
import { z } from 'zod';
import { type BlockOutputs, type BlockType, defineBlock, succeeded } from '../block.js';
import { scheduleConfig } from './schedule.js';
import { webhookConfig } from './webhook.config.js';

const start = { role: 'trigger' as const, evaluate: () => succeeded(null, null, ['out']) };

/** Runs on a request to its own URL, `/api/webhooks/trigger/{token}/{path}`. */
export const webhookBlock = defineBlock({
  type: 'webhook',
  role: 'trigger',
  config: webhookConfig,
  outputs: {
    headers: 'of the request, lower-case names; credentials are encrypted in the log',
    body: 'parsed JSON or form fields, null without a body',
    files:
      'files of a multipart form, by field: `{ name, contentType, sizeBytes, base64 }`, or a list of them',
    query: 'parameters of the URL',
    method: 'of the request',
    timestamp: 'time of arrival, ISO 8601',
    rawBody: 'the body as it came, read as UTF-8',
  },
  compile: () => start,
});

/** Runs at its due time: `<schedule.scheduledAt>`. */
export const scheduleBlock = defineBlock({
  type: 'schedule',
  role: 'trigger',
  config: scheduleConfig,
  outputs: { scheduledAt: 'the time it was due, ISO 8601', timestamp: 'when it began' },
  compile: () => start,
});

const plainTrigger = (type: string, outputs: BlockOutputs): BlockType =>
  defineBlock({
    type,
    role: 'trigger',
    config: z.strictObject({}),
    outputs,
    moreOutputs: () => 'any',
    compile: () => start,
  });

/** Runs on `POST /api/v1/workflows/{id}/execute`. */
export const apiTriggerBlock = plainTrigger('api_trigger', {});
/** Runs on a manual request. */
export const manualBlock = plainTrigger('manual', {});
/** Runs on one message of a conversation. */
export const chatBlock = plainTrigger('chat', {
  input: 'the message',
  conversationId: 'the same for all messages of a conversation',
});
