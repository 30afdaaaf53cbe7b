const count = (n: number, one: string, many: string): string =>
  n === 1 ? `1 ${one}` : `${n.toLocaleString('en')} ${many}`;

const units = [
  [60_000, 's', 1_000],
  [3_600_000, 'min', 60_000],
  [172_800_000, 'h', 3_600_000],
  [Infinity, 'd', 86_400_000],
] as const;

/** As an author wrote it: "15 min", not "15 m 0 s". */
function setDuration(ms: number): string {
  const [, unit, size] = units.find(([limit]) => ms < limit) ?? units[3];
  return ms < 1_000 ? `${ms} ms` : `${Number((ms / size).toFixed(1))} ${unit}`;
}

export const canvasText = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show all',
  tools: 'Canvas',
  map: 'Map of all blocks',
  zoom: (percent: number) => `${percent} %`,
  blocks: (label: string) => `Blocks: ${label}`,
  keysHelp:
    'Arrows follow the edges. Enter selects. 1 shows at full size, 0 shows all, plus and minus zoom.',
  emptyBody: 'No blocks in this body',
  after: (block: string, port: string) => `after ${block} by ${port}`,
  iterations: ({ ok, total }: { ok: number; total: number }) =>
    ok === total ? `${total} of ${total}` : `${ok} of ${total}`,
  iterationsSpoken: ({ ok, failed, total }: { ok: number; failed: number; total: number }) =>
    failed === 0
      ? `${ok} of ${total} iterations succeeded`
      : `${ok} of ${total} iterations succeeded, ${failed} failed`,
  tries: (n: number) => count(n, 'try', 'tries'),
  summary: {
    methods: (methods: readonly string[], path: string) => `${methods.join(', ')} /${path}`,
    apiCall: 'Execute endpoint',
    manual: 'Started by a person',
    chat: 'A message of a conversation',
    cron: (cron: string, zone: string) => (zone === 'UTC' ? cron : `${cron}, ${zone}`),
    every: (seconds: number) => `Every ${setDuration(seconds * 1_000)}`,
    conditions: (n: number) => count(n, 'condition', 'conditions'),
    routes: (n: number) => count(n, 'route', 'routes'),
    lines: (n: number) => count(n, 'line', 'lines'),
    times: (times: string) => `${times} times`,
    while: (condition: string) => `while ${condition}`,
    items: (n: number) => count(n, 'item', 'items'),
    wait: (ms: number) => setDuration(ms),
    until: (time: string) => `Until ${time}`,
    upTo: (ms: number) => `Up to ${setDuration(ms)}`,
    anAnswer: 'Waits for an answer',
    toCaller: (status: string) => `${status} to the caller`,
    workflow: 'Runs another workflow',
  },
} as const;
