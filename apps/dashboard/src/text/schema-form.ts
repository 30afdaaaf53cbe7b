/** Words of the forms of blocks. Titles and hints of their fields come from the server. */
import type { CronReading } from '../core/form/cron.js';
import type { DurationUnit } from '../core/form/duration.js';
import type { PresetSender } from '../core/form/trigger-presets.js';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** 4 January 2026 was a Sunday. */
const weekday = (day: number): string =>
  new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2026, 0, 4 + day),
  );

const every = (count: number, one: string, many: string): string =>
  count === 1 ? `Every ${one}` : `Every ${count} ${many}`;

function weekdaysText(days: readonly number[]): string {
  const sorted = days.toSorted((a, b) => a - b).join('');
  if (sorted === '12345') return 'Monday to Friday';
  return sorted === '06' ? 'weekends' : list.format(days.map(weekday));
}

function cronText(reading: CronReading): string {
  switch (reading.kind) {
    case 'everySeconds':
      return every(reading.count, 'second', 'seconds');
    case 'everyMinutes':
      return every(reading.count, 'minute', 'minutes');
    case 'hourly': {
      const minute = String(reading.minute).padStart(2, '0');
      return `${every(reading.everyHours, 'hour', 'hours')} at minute ${minute}`;
    }
    case 'daily': {
      const at = `at ${list.format(reading.times)}`;
      if (reading.weekdays !== null) return `On ${weekdaysText(reading.weekdays)} ${at}`;
      if (reading.days === null) return `Every day ${at}`;
      return `On day ${list.format(reading.days.map(String))} of the month ${at}`;
    }
  }
}

const senders: Record<PresetSender, string> = {
  stripe: 'Stripe',
  github: 'GitHub',
  slack: 'Slack',
  'standard-webhooks': 'Standard Webhooks',
};

const unit: Record<DurationUnit, string> = {
  ms: 'ms',
  s: 'seconds',
  min: 'minutes',
  h: 'hours',
  d: 'days',
};

export const schemaFormText = {
  nothing: 'Nothing to set. This block has no configuration.',
  /** A problem that no field shows. */
  at: (field: string, message: string) =>
    field === '' ? message.charAt(0).toUpperCase() + message.slice(1) : `"${field}" ${message}`,
  advanced: 'Advanced',
  advancedCount: (problems: number) => (problems === 1 ? '1 problem' : `${problems} problems`),
  choose: 'Choose',
  way: 'How',
  none: 'None',
  default: (value: string) => `${value} (default)`,
  unknownValue: (value: string) => `${value} (unknown)`,
  mode: (field: string) => `${field} as`,
  asText: 'Text',
  asJson: 'JSON',
  notJson: 'Not JSON yet. It is kept here until it is.',
  toReference: (field: string) => `${field}: use a reference`,
  toValue: (field: string) => `${field}: use a value`,
  referencePlaceholder: '<block.path>',
  entry: (field: string, index: number) => `${field}, entry ${index + 1}`,
  addTo: (field: string) => `Add to ${field.toLowerCase()}`,
  add: 'Add',
  remove: (what: string) => `Remove ${what}`,
  up: (what: string) => `Move ${what} up`,
  down: (what: string) => `Move ${what} down`,
  name: 'Name',
  value: 'Value',
  nameOf: (what: string) => `${what}: name`,
  valueOf: (what: string) => `${what}: value`,
  nameTaken: 'This name is taken.',
  replaceWith: (name: string) => `Replace with ${name}`,
  unit: (field: string) => `${field}: unit`,
  units: unit,
  yes: 'Yes',
  no: 'No',
  secretPlaceholder: '{{NAME}}',
  noTools: 'No HTTP request block yet',
  cron: cronText,
  timezone: (zone: string) => zone.replaceAll('_', ' '),
  presets: 'Set up for',
  preset: senders,
} as const;
