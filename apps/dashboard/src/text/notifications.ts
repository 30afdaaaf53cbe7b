/** What the bell says. */
const times = (count: number): string => (count === 1 ? '' : ` ${count} times`);

export const notifications = {
  short: 'Notifications',
  label: (unread: string | null) =>
    unread === null ? 'Notifications' : `Notifications ${unread} unread`,
  empty: 'Nothing to look at. Failing schedules, approvals and switched-off webhooks show here.',
  unread: 'Unread:',
  aWorkflow: 'A deleted workflow',
  title: {
    'schedule-failed': (name: string, count: number) => `${name} failed on schedule${times(count)}`,
    'approval-asked': (name: string, count: number) =>
      count === 1 ? `${name} asks for an approval` : `${name} asked for ${count} approvals`,
    'subscription-off': (url: string) => `The webhook to ${url} was switched off`,
  },
  other: 'Something that this page does not know yet',
  detail: (code: string | null, ago: string) => (code === null ? ago : `${code}, ${ago}`),
} as const;
