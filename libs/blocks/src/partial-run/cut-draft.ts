/** The blocks and edges of a draft that a run needs, by index. Pure. */
import type { EdgeDefinition, WorkflowDefinition } from '@libs/workflow';
import { isContainer, type WorkflowShape } from '../workflow-shape.js';
import type { PinnedResult } from './pinned-results.js';

/** Blocks by index, and the edges among them. */
export interface Cut {
  readonly kept: ReadonlySet<number>;
  readonly edges: readonly EdgeDefinition[];
}

/** Blocks that do not run, with the ports that they leave by. */
export type Pinned = ReadonlyMap<number, Pick<PinnedResult, 'blockId' | 'ports'>>;

export const idAt = ({ blocks }: WorkflowDefinition, index: number): string =>
  blocks[index]?.id ?? '';

/** Follows a pinned block only by its ports, and no block that `stays` refuses. */
function after(
  { graph }: WorkflowShape,
  starts: readonly number[],
  pinned: Pinned,
  stays: (index: number) => boolean = () => true,
): Set<number> {
  const found = new Set<number>();
  const stack = starts.filter(stays);
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    if (found.has(index)) continue;
    found.add(index);
    const ports = pinned.get(index)?.ports;
    for (const { to, port } of graph.outgoing[index] ?? [])
      if (stays(to) && (ports?.includes(port) ?? true)) stack.push(to);
  }
  return found;
}

export const wholeCut = (
  { edges }: WorkflowDefinition,
  shape: WorkflowShape,
  pinned: Pinned,
): Cut => ({
  kept: after(shape, [shape.triggerIndex], pinned),
  edges,
});

/** The block and those before it; not those before a pinned block. */
function before(
  definition: WorkflowDefinition,
  { graph }: WorkflowShape,
  pinned: Pinned,
  target: number,
): Set<number> {
  const incoming = new Map<number, number[]>();
  for (const { from, to } of definition.edges) {
    const [source, sink] = [graph.indexOf.get(from), graph.indexOf.get(to)];
    if (source === undefined || sink === undefined) continue;
    const known = incoming.get(sink);
    if (known === undefined) incoming.set(sink, [source]);
    else known.push(source);
  }
  const found = new Set<number>();
  const stack = [target];
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    if (found.has(index)) continue;
    found.add(index);
    if (!pinned.has(index)) stack.push(...(incoming.get(index) ?? []));
  }
  return found;
}

/** Null when no path leads to the target. */
export function cutTo(
  definition: WorkflowDefinition,
  shape: WorkflowShape,
  pinned: Pinned,
  target: number,
): Cut | null {
  const { triggerIndex } = shape;
  const needed = before(definition, shape, pinned, target);
  const sources = [...pinned.keys()].filter((index) => needed.has(index));
  const kept = after(
    shape,
    [triggerIndex, ...sources],
    pinned,
    (index) => index === triggerIndex || needed.has(index),
  );
  if (!kept.has(target)) return null;
  const around = new Set(shape.regions.enclosing[target]);
  for (const index of [...kept])
    if (!pinned.has(index) && !around.has(index))
      for (const inside of bodyOf(definition, shape, index)) kept.add(inside);
  const edges = edgesAmong(definition, shape, kept);
  const entered = new Set(edges.map(({ to }) => to));
  const starts = sources
    .map((index) => idAt(definition, index))
    .filter((id) => !entered.has(id))
    .map((to) => ({ from: idAt(definition, triggerIndex), to }));
  return { kept, edges: [...edges, ...starts] };
}

/** The target alone, with the pinned blocks around it. */
export function cutOnly(
  definition: WorkflowDefinition,
  shape: WorkflowShape,
  pinned: Pinned,
  target: number,
): Cut {
  const trigger = idAt(definition, shape.triggerIndex);
  const only = idAt(definition, target);
  const own = new Set([target, ...bodyOf(definition, shape, target)]);
  // The output of a pinned block without a way out would be part of the run's output.
  const ways = [...pinned.values()].flatMap(({ blockId, ports: [port] }) => [
    { from: trigger, to: blockId },
    ...(port === undefined ? [] : [{ from: blockId, to: only, port }]),
  ]);
  return {
    kept: new Set([shape.triggerIndex, ...own, ...pinned.keys()]),
    edges: [{ from: trigger, to: only }, ...edgesAmong(definition, shape, own), ...ways],
  };
}

/** Indexes of the blocks in a container's body, those of inner bodies included. */
function bodyOf(
  { blocks }: WorkflowDefinition,
  { regions }: WorkflowShape,
  container: number,
): readonly number[] {
  const block = blocks[container];
  if (block === undefined || !isContainer(block)) return [];
  return regions.enclosing.flatMap((around, index) => (around.includes(container) ? [index] : []));
}

const edgesAmong = (
  { edges }: WorkflowDefinition,
  { graph }: WorkflowShape,
  kept: ReadonlySet<number>,
): EdgeDefinition[] =>
  edges.filter(
    ({ from, to }) =>
      kept.has(graph.indexOf.get(from) ?? -1) && kept.has(graph.indexOf.get(to) ?? -1),
  );
