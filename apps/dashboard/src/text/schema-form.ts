/** Words of the forms of blocks. Titles and hints of their fields come from the server. */
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

const cron = {
  everySeconds: (count: number) => every(count, 'second', 'seconds'),
  everyMinutes: (count: number) => every(count, 'minute', 'minutes'),
  hourly: (minute: number, everyHours: number) =>
    `${every(everyHours, 'hour', 'hours')} at minute ${String(minute).padStart(2, '0')}`,
  daily: (times: readonly string[]) => `Every day at ${list.format(times)}`,
  /** 0 is Sunday. */
  weekly: (times: readonly string[], days: readonly number[]) =>
    `On ${weekdaysText(days)} at ${list.format(times)}`,
  monthly: (times: readonly string[], days: readonly number[]) =>
    `On day ${list.format(days.map(String))} of the month at ${list.format(times)}`,
} as const;

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
  as: { form: 'Form', json: 'JSON', text: 'Text' },
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
  nameOf: (what: string) => `${what}: name`,
  valueOf: (what: string) => `${what}: value`,
  nameTaken: 'This name is taken.',
  replaceWith: (name: string) => `Replace with ${name}`,
  unit: (field: string) => `${field}: unit`,
  units: { ms: 'ms', s: 'seconds', min: 'minutes', h: 'hours', d: 'days' },
  yes: 'Yes',
  no: 'No',
  secretPlaceholder: '{{NAME}}',
  cron,
  presets: 'Set up for',
  preset: {
    stripe: 'Stripe',
    github: 'GitHub',
    slack: 'Slack',
    'standard-webhooks': 'Standard Webhooks',
  },
} as const;
