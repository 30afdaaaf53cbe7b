/**
 * Which blocks of a trial answered from a pin. The trace has no span of them: the run came to them,
 * and went on behind them or ended well, though they did not run. Pure.
 */
import type { ExecutionLedger } from './execution-ledger.js';
import type { Outline } from './outline.js';

const out = 'out';

export function usedPins({ blocks, edges, trigger }: Outline, ledger: ExecutionLedger) {
  const spans = [...ledger.spans.values()];
  const ran = new Set(spans.map(({ blockId }) => blockId));
  const leaving = Map.groupBy(edges, ({ from }) => from);
  const isWell = ledger.end?.status === 'success';
  const leadsOn = (start: string): boolean => {
    const seen = new Set([start]);
    for (const id of seen)
      for (const { to } of leaving.get(id) ?? []) {
        if (ran.has(to)) return true;
        seen.add(to);
      }
    return false;
  };
  const pinned = new Set<string>();
  const open = [
    ...(trigger === null ? [] : [{ id: trigger.id, ports: [out] }]),
    // No block of a body is pinned: it answers once per iteration.
    ...spans.flatMap(({ blockId: id, iteration, ports }) =>
      iteration === '' ? { id, ports } : [],
    ),
  ];
  for (const { id, ports } of open)
    for (const { to, port } of leaving.get(id) ?? []) {
      const isKnown = ran.has(to) || pinned.has(to) || to === trigger?.id || !blocks.has(to);
      if (isKnown || !ports.includes(port) || !(isWell || leadsOn(to))) continue;
      pinned.add(to);
      // By which port a pinned condition was left, nobody knows.
      open.push({ id: to, ports: [out] });
    }
  return pinned;
}
