/**
 * Blocks that start an execution. Their output is what the edge received; it is recorded with the request, so a trigger has
 * nothing to run.
 */
import { z } from 'zod';
import { type BlockType, defineBlock, succeeded } from '../block.js';
import { scheduleConfig } from './schedule.js';
import { webhookConfig } from './webhook.config.js';

const start = { role: 'trigger' as const, evaluate: () => succeeded(null, null, ['out']) };

/** Runs on a POST to its own URL, `/api/webhooks/trigger/{path}`. */
export const webhookBlock = defineBlock({
  type: 'webhook',
  role: 'trigger',
  config: webhookConfig,
  compile: () => start,
});

/** Runs when its time comes: `<schedule.scheduledAt>`. */
export const scheduleBlock = defineBlock({
  type: 'schedule',
  role: 'trigger',
  config: scheduleConfig,
  compile: () => start,
});

const plainTrigger = (type: string): BlockType =>
  defineBlock({ type, role: 'trigger', config: z.strictObject({}), compile: () => start });

/** Runs on `POST /api/v1/workflows/{id}/execute`. */
export const apiTriggerBlock = plainTrigger('api_trigger');
/** Runs when somebody asks for it. */
export const manualBlock = plainTrigger('manual');
/** One message of a conversation: `<chat.input>`, `<chat.conversationId>`. */
export const chatBlock = plainTrigger('chat');
