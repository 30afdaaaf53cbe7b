/** The summary table: load, faults, lost or duplicated work, and recovery times. */
import type { HappenedFault } from './faults.js';
import type { SentRequest } from './load.js';
import { faultKinds } from './schedule.js';
import type { Verdict } from './verdict.js';

/**
 * The longest wait of requests caught by a fault: from the fault to the last of their answers, ms.
 */
function recoveryMs({ fromMs }: HappenedFault, sent: readonly SentRequest[]): number {
  const caught = sent.filter(({ startedMs, endedMs }) => startedMs <= fromMs && endedMs >= fromMs);
  return Math.max(0, ...caught.map(({ endedMs }) => endedMs - fromMs));
}

const seconds = (ms: number | undefined): string => ((ms ?? 0) / 1000).toFixed(1).padStart(8);

export interface Report {
  readonly seed: number;
  readonly seconds: number;
  readonly sent: readonly SentRequest[];
  readonly faults: readonly HappenedFault[];
  readonly verdict: Verdict;
  readonly superseded: number;
  readonly poison: number;
  readonly resumed: number;
  readonly queued: number;
  readonly webhooks: number;
  readonly unexpectedEnds: readonly string[];
}

export function tableOf(report: Report): string {
  const { sent, faults, verdict } = report;
  const recoveries = faultKinds.map((kind) => {
    const times = faults
      .filter((fault) => fault.kind === kind)
      .map((fault) => recoveryMs(fault, sent))
      .sort((a, b) => a - b);
    const p50 = times[Math.floor(times.length / 2)];
    return `${kind.padEnd(18)}${String(times.length).padStart(6)}${seconds(p50)}${seconds(times.at(-1))}`;
  });
  const figures: [string, string | number][] = [
    ['requests', sent.length],
    ['acknowledged (2xx)', verdict.acknowledged],
    ['other executions', verdict.unacknowledged],
    ['parked, resumed', report.resumed],
    ['stood in line', report.queued],
    ['over a limit', verdict.overLimit.length],
    ['quarantined', verdict.quarantined.length],
    ['lost', verdict.lost.length],
    ['duplicated', verdict.duplicated.length],
    ['wrong calls', verdict.wrongCalls.length],
    ['repeated calls', verdict.repeatedCalls],
    ["a zombie's calls", verdict.callsOfZombies],
    ['webhooks', report.webhooks],
    ['wrong webhooks', verdict.wrongWebhooks.length],
    ['repeated webhooks', verdict.repeatedWebhooks],
    ['void records', report.superseded],
    ['poison', report.poison],
    ['rows that differ', verdict.readModelDifferences.length],
    ['unasked-for ends', report.unexpectedEnds.length],
  ];
  return [
    `chaos: seed ${report.seed}, ${report.seconds} s of faults`,
    `${'fault'.padEnd(18)}${'count'.padStart(6)}${'p50 s'.padStart(8)}${'max s'.padStart(8)}`,
    ...recoveries,
    ...figures.map(([name, value]) => `${name.padEnd(20)}${value}`),
    '',
  ].join('\n');
}
