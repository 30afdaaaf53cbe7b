/** What became of an execution. A block is named between the two texts of a pair. */
export const verdictText = {
  succeeded: (took: string) => `Succeeded in ${took}`,
  cancelled: (took: string) => `Cancelled after ${took}`,
  cancelledIn: (took: string) => `Cancelled after ${took} in `,
  failed: (took: string, reason: string) => `Failed after ${took}: ${reason}`,
  failedIn: (took: string) => [`Failed after ${took} in `, ': '] as const,
  queued: 'Queued: the workflow’s concurrency limit is reached',
  running: 'Running',
  runningIn: 'Running ',
  andMore: (others: number) => ` and ${others} more`,
  retrying: 'Retrying ',
  retryIn: (reason: string, next: string, when: string) => `: ${reason}, ${next} ${when}`,
  inTime: (time: string) => `in ${time}`,
  now: 'now',
  waiting: {
    approval: 'Waiting for an answer in ',
    wait: 'Waiting in ',
    workflow: 'Waiting for the execution that was started by ',
  } as Readonly<Record<string, string>>,
  http: (status: number) => `HTTP ${status}`,
} as const;
