/** Reads a CPU profile of the inspector. */
const shown = 6;

/**
 * The most frequent top-of-stack functions between two times (µs of the profile's clock), with
 * callers.
 */
export function topOf({ nodes, samples, timeDeltas, startTime }, from, to) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  );
  const counts = new Map();
  let at = startTime;
  let total = 0;
  samples.forEach((id, index) => {
    at += timeDeltas[index];
    if (at < from || at > to) return;
    const stack = stackOf(id, byId, parents);
    counts.set(stack, (counts.get(stack) ?? 0) + 1);
    total += 1;
  });
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, shown)
    .map(([stack, count]) => `${Math.round((count / total) * 100)} % ${stack}`);
}

/** The innermost functions; callers from packages are left out if some are ours. */
function stackOf(id, byId, parents) {
  const frames = [];
  for (let next = id; next !== undefined; next = parents.get(next)) {
    const { functionName, url, lineNumber } = byId.get(next).callFrame;
    const place = url.replace(/^.*\/(?=dist\/|node_modules\/)/, '');
    if (functionName !== '(root)')
      frames.push(`${functionName || '(anonymous)'} ${place}:${lineNumber + 1}`);
  }
  const [top = '(unknown)', ...callers] = frames;
  const ours = callers.filter((frame) => frame.includes('dist/'));
  return [top, ...(ours.length > 0 ? ours : callers).slice(0, 4)].join(' < ');
}
