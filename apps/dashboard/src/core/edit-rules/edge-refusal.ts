/**
 * Which edges a workflow may get. What is allowed here, the server's check takes
 * (libs/blocks/src/check/check-edges.ts); guarded by edit-rules.property.spec.ts. A draft that is
 * wrong already may stay wrong. Of 1,000 targets, each costs what lies behind it.
 */
import { type BlockDefinition, type EdgeDefinition } from '@libs/workflow';
import { type Bodies, bodiesOf } from '../edit/text/bodies.js';
import { edgeKey } from '../edit/text/edge-key.js';
import type { ReadDefinition } from '../edit/text/read-definition.js';
import { type BlockTypes, isNote, isTrigger, portsOf } from './block-type.js';

/** The words for it are in parts/edit-rules. Names are those of blocks. */
export type EdgeRefusal =
  | { readonly reason: 'noSuchBlock' }
  | { readonly reason: 'toItself' }
  | { readonly reason: 'exists' }
  | { readonly reason: 'note' }
  | { readonly reason: 'noSuchPort'; readonly port: string }
  | { readonly reason: 'intoTrigger' }
  | { readonly reason: 'tooMany' }
  /** The target leads to the source already. */
  | { readonly reason: 'cycle'; readonly target: string }
  /** The source stands outside of the body in which the target stands. */
  | { readonly reason: 'intoBody'; readonly container: string }
  /** The target runs outside of the body that the edge would take it into. */
  | { readonly reason: 'outOfBody'; readonly container: string };

/** The server's limit (libs/blocks/src/definition-shape.ts). */
export const maxEdges = 5_000;

type RefusalOf = (target: string) => EdgeRefusal | null;

interface Neighbours {
  readonly incoming: ReadonlyMap<string, readonly EdgeDefinition[]>;
  readonly outgoing: ReadonlyMap<string, readonly EdgeDefinition[]>;
}

const neighboursIn = (edges: readonly EdgeDefinition[]): Neighbours => ({
  incoming: Map.groupBy(edges, ({ to }) => to),
  outgoing: Map.groupBy(edges, ({ from }) => from),
});

function reached(start: string, next: (id: string) => Iterable<string>): ReadonlySet<string> {
  const seen = new Set([start]);
  for (const id of seen) for (const one of next(id)) seen.add(one);
  return seen;
}

export class EdgeRules {
  readonly #blocks: ReadonlyMap<string, BlockDefinition>;
  readonly #bodies: Bodies;
  readonly #neighbours: Neighbours;
  readonly #keys: ReadonlySet<string>;

  constructor(
    private readonly definition: ReadDefinition,
    private readonly types: BlockTypes,
  ) {
    this.#blocks = new Map(definition.blocks.map((block) => [block.id, block]));
    this.#bodies = bodiesOf(definition);
    this.#neighbours = neighboursIn(definition.edges);
    this.#keys = new Set(definition.edges.map(edgeKey));
  }

  /** @param without an edge that goes, when its end is moved elsewhere */
  refusalOf(edge: EdgeDefinition, without?: EdgeDefinition): EdgeRefusal | null {
    if (without === undefined) return this.from(edge.from, edge.port)(edge.to);
    const gone = edgeKey(without);
    const edges = this.definition.edges.filter((one) => edgeKey(one) !== gone);
    return new EdgeRules({ ...this.definition, edges }, this.types).refusalOf(edge);
  }

  /** Judges many targets: what leads to the source is looked up once. */
  from(source: string, port?: string): RefusalOf {
    const block = this.#blocks.get(source);
    const refuseAll = block === undefined ? noSuchBlock : this.#sourceRefusal(block, port);
    const before = reached(source, (id) =>
      (this.#neighbours.incoming.get(id) ?? []).map(({ from }) => from),
    );
    const edgeTo = (to: string): EdgeDefinition =>
      port === undefined ? { from: source, to } : { from: source, to, port };
    return (to) => {
      const target = this.#blocks.get(to);
      if (refuseAll !== null) return refuseAll;
      if (target === undefined) return noSuchBlock;
      if (to === source) return { reason: 'toItself' };
      if (this.#keys.has(edgeKey(edgeTo(to)))) return { reason: 'exists' };
      if (isNote(target.type, this.types)) return { reason: 'note' };
      if (isTrigger(target.type, this.types)) return { reason: 'intoTrigger' };
      if (before.has(to)) return { reason: 'cycle', target: target.name };
      return this.#bodyRefusal(edgeTo(to));
    };
  }

  #sourceRefusal(block: BlockDefinition, port = 'out'): EdgeRefusal | null {
    if (isNote(block.type, this.types)) return { reason: 'note' };
    const ports = portsOf(block, this.types);
    if (ports !== null && !ports.includes(port)) return { reason: 'noSuchPort', port };
    return this.definition.edges.length >= maxEdges ? { reason: 'tooMany' } : null;
  }

  /** A block that nothing leads to goes into the body with all that follows it. */
  #bodyRefusal(edge: EdgeDefinition): EdgeRefusal | null {
    const { incoming } = this.#neighbours;
    const behind = this.#bodies.behind(edge);
    const own = this.#bodies.around.get(edge.to)?.at(-1) ?? null;
    if (own === behind) return null;
    const isInside = own === null || this.#bodies.around.get(behind ?? '')?.includes(own) === true;
    if (!isInside) return { reason: 'intoBody', container: this.#nameOf(own) };
    const refused = { reason: 'outOfBody', container: this.#nameOf(behind ?? '') } as const;
    if (own !== null || incoming.has(edge.to)) return refused;
    const moved = reached(edge.to, (id) => this.#nextOutside(id));
    const isTorn = [...moved].some((id) =>
      (incoming.get(id) ?? []).some(({ from }) => !moved.has(from)),
    );
    return isTorn ? refused : null;
  }

  /** Not into the bodies of containers, which go along by themselves. */
  #nextOutside(id: string): string[] {
    return (this.#neighbours.outgoing.get(id) ?? [])
      .filter((edge) => this.#bodies.behind(edge) === null)
      .map(({ to }) => to);
  }

  #nameOf(id: string): string {
    return this.#blocks.get(id)?.name ?? '';
  }
}

const noSuchBlock = { reason: 'noSuchBlock' } as const;
