/** Sim's triggers, and the starter block that combined them all. */
import type { ConvertedBlock } from './converted-block.js';
import { textOf, type Values } from './sim-workflow.js';

const weekdays: Readonly<Record<string, number>> = {
  SUN: 0,
  MON: 1,
  TUE: 2,
  WED: 3,
  THU: 4,
  FRI: 5,
  SAT: 6,
};

/** `HH:MM` as minute and hour of a cron expression. */
function clock(value: unknown): string | null {
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})$/.exec(textOf(value)) ?? [];
  return hour === '' ? null : `${Number(minute)} ${Number(hour)}`;
}

function cronOf(value: Values): string | null {
  const at = (field: string, rest: string): string | null => {
    const time = clock(value(field));
    return time === null ? null : `${time} ${rest}`;
  };
  switch (textOf(value('scheduleType') ?? 'daily')) {
    case 'hourly':
      return `${Number(textOf(value('hourlyMinute'))) || 0} * * * *`;
    case 'daily':
      return at('dailyTime', '* * *');
    case 'weekly':
      return at('weeklyDayTime', `* * ${weekdays[textOf(value('weeklyDay'))] ?? 1}`);
    case 'monthly':
      return at('monthlyTime', `${Number(textOf(value('monthlyDay'))) || 1} * *`);
    case 'custom':
      return textOf(value('cronExpression')) || null;
    default:
      return null;
  }
}

function schedule(value: Values): ConvertedBlock {
  const minutes = Number(textOf(value('minutesInterval')) || 15);
  if (value('scheduleType') === 'minutes') {
    return { type: 'schedule', config: { everySeconds: minutes * 60 }, notes: [] };
  }
  const cron = cronOf(value);
  const timezone = textOf(value('timezone')) || 'UTC';
  const notes = cron === null ? ['The schedule has no time; it was set to midnight'] : [];
  return { type: 'schedule', config: { cron: cron ?? '0 0 * * *', timezone }, notes };
}

const ownOutputs = ['headers', 'body', 'query', 'method', 'timestamp', 'rawBody'];

/** Sim has the sender's fields at the top level; converted references put `body` before them. */
function webhook(value: Values, name: string): ConvertedBlock {
  const notes: string[] = [];
  const asked = textOf(value('triggerPath') ?? value('webhookPath') ?? name).replace(/^\/+/, '');
  const path = asked.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^[-_]+|-+$/g, '') || 'imported';
  if (path !== asked) notes.push(`The path was changed to "${path}"`);
  const header = textOf(value('secretHeaderName'));
  const hasToken = value('requireAuth') === true || value('requireAuth') === 'true';
  const secret = '{{WEBHOOK_TOKEN}}';
  if (hasToken) notes.push(`Store the token as the secret WEBHOOK_TOKEN of the workspace`);
  const addresses = textOf(value('allowedIps'))
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return {
    type: 'webhook',
    config: {
      path,
      ...(hasToken && {
        auth: header === '' ? { type: 'bearer', secret } : { type: 'header', header, secret },
      }),
      ...(addresses.length > 0 && { allowedIps: addresses }),
    },
    notes,
    outputs: { '*': 'body', ...Object.fromEntries(ownOutputs.map((own) => [own, own])) },
  };
}

/** Null when the block is not a trigger that exists here. */
export function convertTrigger(type: string, value: Values, name: string): ConvertedBlock | null {
  switch (type) {
    case 'starter':
      if (value('startWorkflow') === 'webhook') return webhook(value, name);
      if (value('startWorkflow') === 'schedule') return schedule(value);
      return { type: 'api_trigger', config: {}, notes: [] };
    case 'start_trigger':
    case 'api_trigger':
    case 'input_trigger':
      return { type: 'api_trigger', config: {}, notes: [] };
    case 'manual_trigger':
      return { type: 'manual', config: {}, notes: [] };
    case 'chat_trigger':
      return { type: 'chat', config: {}, notes: [] };
    case 'schedule':
      return schedule(value);
    case 'webhook':
    case 'generic_webhook':
      return webhook(value, name);
    default:
      return null;
  }
}
