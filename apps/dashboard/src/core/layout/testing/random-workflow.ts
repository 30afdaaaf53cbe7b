/** Workflows for tests: any size and form, with bodies in bodies, tools, notes and loose ends. */
import fc from 'fast-check';
import type { DrawnDefinition } from '../../workflow-graph/workflow-graph.js';

type Block = DrawnDefinition['blocks'][number];
type Edge = DrawnDefinition['edges'][number];

interface Region {
  readonly blocks: readonly Block[];
  readonly edges: readonly Edge[];
  /** Blocks that nothing in the region leads to. */
  readonly starts: readonly string[];
}

const kinds = ['function', 'api', 'condition', 'loop', 'parallel', 'note', 'agent'] as const;
const ports = [undefined, undefined, 'error', 'yes', 'a long name of a port, cut at its end'];

/** Blocks with edges to later ones only; some are containers with a region of their own. */
const region = (depth: number, prefix: string): fc.Arbitrary<Region> =>
  fc
    .record({
      types: fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: depth === 0 ? 14 : 5 }),
      links: fc.array(fc.tuple(fc.nat(99), fc.nat(99), fc.constantFrom(...ports)), {
        maxLength: 24,
      }),
    })
    .chain(({ types, links }) => {
      const flat = types.map((type): (typeof kinds)[number] =>
        depth >= 2 && (type === 'loop' || type === 'parallel') ? 'api' : type,
      );
      const bodies = flat.map((type, at) =>
        type === 'loop' || type === 'parallel'
          ? fc.option(region(depth + 1, `${prefix}${at}.`), { freq: 4 })
          : fc.constant(null),
      );
      return fc.tuple(...bodies).map((inner) => joined(flat, links, inner, prefix));
    });

function joined(
  types: readonly string[],
  links: readonly (readonly [number, number, string | undefined])[],
  bodies: readonly (Region | null)[],
  prefix: string,
): Region {
  const blocks = types.map((type, at): Block => {
    const tools = type === 'agent' ? [{ block: `${prefix}${at + 1}` }] : undefined;
    const config = {
      ...(tools && { tools }),
      ...(type === 'note' && { text: 'words '.repeat(at) }),
    };
    return { id: `${prefix}${at}`, type, name: `${prefix}${at}`, config };
  });
  const edges = links.flatMap(([a, b, port]): Edge[] => {
    const [from, to] = [a % types.length, b % types.length].sort((x, y) => x - y);
    const [source, target] = [blocks[from ?? 0], blocks[to ?? 0]];
    if (!source || !target || source === target) return [];
    if (source.type === 'note' || target.type === 'note') return [];
    return [{ from: source.id, to: target.id, ...(port !== undefined && { port }) }];
  });
  const entered = new Set(edges.map(({ to }) => to));
  const inside = bodies.flatMap((body, at): Region[] => {
    if (body === null) return [];
    const each = body.starts.map((to) => ({ from: `${prefix}${at}`, to, port: 'each' }));
    return [{ ...body, edges: [...body.edges, ...each] }];
  });
  return {
    blocks: [...blocks, ...inside.flatMap((one) => one.blocks)],
    edges: [...edges, ...inside.flatMap((one) => one.edges)],
    starts: blocks.flatMap(({ id, type }) => (entered.has(id) || type === 'note' ? [] : id)),
  };
}

export const anyWorkflow: fc.Arbitrary<DrawnDefinition> = region(0, '').map(
  ({ blocks, edges, starts }) => ({
    blocks: [{ id: 'start', type: 'webhook', name: 'Start', config: {} }, ...blocks],
    edges: [...starts.slice(0, 3).map((to) => ({ from: 'start', to })), ...edges],
  }),
);
