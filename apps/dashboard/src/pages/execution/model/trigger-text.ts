/** How the execution came about, in a few words: `POST /orders`, `Schedule`, `API call`. */
import { blockLookOf } from '../../../core/block-look/block-look.js';
import type { TraceHead } from '../../../core/execution/trace-events.js';

const types: Readonly<Record<string, string>> = {
  webhook: 'webhook',
  schedule: 'schedule',
  api: 'api_trigger',
  manual: 'manual',
  chat: 'chat',
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export function triggerText({ trigger, triggerBlockId, definition }: TraceHead): string {
  const address = trigger === 'webhook' ? webhookAddress(definition, triggerBlockId) : null;
  return address ?? blockLookOf(types[trigger] ?? trigger).title;
}

function webhookAddress(definition: unknown, blockId: string | null): string | null {
  const blocks = isRecord(definition) ? definition['blocks'] : null;
  if (!Array.isArray(blocks)) return null;
  const block: unknown = blocks.find((one) => isRecord(one) && one['id'] === blockId);
  const config = isRecord(block) && isRecord(block['config']) ? block['config'] : {};
  const { path, methods } = config;
  if (typeof path !== 'string') return null;
  const method = Array.isArray(methods) && methods.length === 1 ? String(methods[0]) : 'POST';
  return `${method} /${path}`;
}
