/** How the iterations of a container went, and the few bars that stand for them. */
export interface Iterations {
  readonly ok: number;
  readonly failed: number;
  readonly total: number;
}

export type IterationBar = 'ok' | 'failed' | 'pending';

const maxBars = 12;

/** Each bar is the same share. A failure never disappears, however many went well. */
export function iterationBars({ ok, failed, total }: Iterations): IterationBar[] {
  const all = Math.max(total, ok + failed);
  const bars = Math.min(all, maxBars);
  if (bars === 0) return [];
  const share = (count: number): number => Math.round((count / all) * bars);
  const failures = failed === 0 ? 0 : Math.min(bars, Math.max(1, share(failed)));
  const pending = ok + failed === all ? 0 : Math.max(1, bars - failures - share(ok));
  const successes = Math.max(0, bars - failures - pending);
  return [
    ...Array<IterationBar>(successes).fill('ok'),
    ...Array<IterationBar>(failures).fill('failed'),
    ...Array<IterationBar>(bars - successes - failures).fill('pending'),
  ];
}
