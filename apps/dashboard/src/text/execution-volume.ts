/** Words of the chart above the list. Apart: it is loaded after the rows. */
export const executionVolumeText = {
  title: 'Volume',
  caption: (from: string, to: string, most: string, bucket: string) =>
    `All executions that ended from ${from} to ${to}, by outcome; at most ${most} in one ${bucket}.`,
  bucket: { minute: 'minute', hour: 'hour', day: 'day' },
  outcome: { success: 'succeeded', error: 'failed', cancelled: 'cancelled' },
  now: 'now',
  when: 'When',
  lastDay: 'in the last 24 hours',
  typical: 'typical (p50)',
  slow: 'slow (p95)',
  spent: 'spent',
  table: 'Ended, by time and outcome',
  time: 'From',
  chart: (bucket: string) =>
    `Ended executions by ${bucket}. Arrows move, with Shift they choose a range, Enter applies it`,
  bar: (at: string, success: string, error: string, cancelled: string) =>
    `${at}: ${success} succeeded, ${error} failed, ${cancelled} cancelled`,
  failed: (why: string) => `The figures could not be read: ${why}`,
} as const;
