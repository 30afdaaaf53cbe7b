/**
 * Warns of blocks that never run, and of references that are always null: to a block that runs
 * later or never, or into the body of a loop or parallel from outside.
 */
import {
  normalizeName,
  orderOf,
  type BlockDefinition,
  type Graph,
  type WorkflowDefinition,
} from '@libs/workflow';
import { toolArgumentsId } from '../block.js';
import { toolsOf } from '../compile-workflow.js';
import { isContainer, type WorkflowShape } from '../workflow-shape.js';
import { referredBlocks } from '../referred-blocks.js';
import { blockTypes } from '../registry.js';
import type { FoundReference, FoundReferences } from './found-references.js';
import type { ProblemList } from './problem-list.js';

/** One bit per block: which blocks run before it, on some path. */
class Before {
  readonly #words: number;
  /** One list for all: a list each would cost more than the walk. */
  readonly #bits: Uint32Array;

  constructor(graph: Graph) {
    const count = graph.blocks.length;
    this.#words = Math.ceil(count / 32);
    this.#bits = new Uint32Array(count * this.#words);
    for (const from of orderOf(graph).order)
      for (const { to } of graph.outgoing[from] ?? []) this.#extend(to, from);
  }

  #extend(to: number, from: number): void {
    const [target, source] = [to * this.#words, from * this.#words];
    for (let word = 0; word < this.#words; word += 1)
      this.#add(target + word, this.#bits[source + word] ?? 0);
    this.#add(target + (from >>> 5), 1 << (from & 31));
  }

  #add(at: number, bits: number): void {
    this.#bits[at] = (this.#bits[at] ?? 0) | bits;
  }

  /** Whether `first` may run before `second`. */
  has(first: number, second: number): boolean {
    const word = this.#bits[second * this.#words + (first >>> 5)] ?? 0;
    return (word & (1 << (first & 31))) !== 0;
  }
}

function reachable({ graph, triggerIndex }: WorkflowShape): ReadonlySet<number> {
  const seen = new Set([triggerIndex]);
  for (const index of seen) for (const { to } of graph.outgoing[index] ?? []) seen.add(to);
  return seen;
}

class OrderWarnings {
  readonly #shape: WorkflowShape;
  readonly #before: Before;
  readonly #reachable: ReadonlySet<number>;
  /** By the index of a tool: the agents that use it. */
  readonly #usersOf = new Map<number, number[]>();

  constructor(
    private readonly definition: WorkflowDefinition,
    shape: WorkflowShape,
    private readonly list: ProblemList,
  ) {
    this.#shape = shape;
    this.#before = new Before(this.#shape.graph);
    this.#reachable = reachable(this.#shape);
    const names = referredBlocks(definition);
    for (const [index, block] of definition.blocks.entries())
      for (const tool of toolsOf(block)) {
        const at = this.#shape.graph.indexOf.get(names.get(normalizeName(tool))?.id ?? '');
        if (at !== undefined) this.#usersOf.set(at, [...(this.#usersOf.get(at) ?? []), index]);
      }
  }

  ofBlock(block: BlockDefinition, index: number, references: Iterable<FoundReference>): void {
    const role = blockTypes.get(block.type)?.role;
    const isTool = this.#usersOf.has(index);
    if (role === undefined || role === 'trigger' || role === 'annotation') return;
    if (!isTool && !this.#reachable.has(index)) {
      const message =
        'Nothing leads from the trigger to this block, so it never runs. Connect it, or remove it';
      this.list.warn(block, { code: 'UNREACHABLE_BLOCK', field: 'id', message });
      return;
    }
    for (const reference of references) {
      if (reference.kind !== 'block' || reference.to === toolArgumentsId) continue;
      const target = this.#shape.graph.indexOf.get(reference.to);
      if (target !== undefined) this.#ofReference(block, index, target, reference);
    }
  }

  #ofReference(
    block: BlockDefinition,
    index: number,
    target: number,
    { field, line, column, length, path }: FoundReference,
  ): void {
    const place = { field, line, column, length };
    const named = this.definition.blocks[target];
    if (named === undefined || this.#isKnownEarly(named, path)) return;
    const { enclosing } = this.#shape.regions;
    const around = enclosing[index] ?? [];
    // A `while` sees the iteration before.
    const isCondition = field === 'config.condition' && isContainer(block);
    const body = enclosing[target]?.find(
      (container) => !around.includes(container) && !(isCondition && container === index),
    );
    if (body !== undefined) {
      const container = this.definition.blocks[body];
      const message = `"${named.name}" is in the body of "${container?.name ?? ''}", which only blocks in that body can see: this reference is always null. Refer to <${container?.name ?? ''}.results>`;
      this.list.warn(block, { code: 'REFERENCE_INTO_BODY', message, ...place });
      return;
    }
    if (isCondition && (target === index || enclosing[target]?.includes(index) === true)) return;
    const runners = this.#usersOf.get(index) ?? [index];
    if (runners.some((runner) => this.#before.has(target, runner))) return;
    const message = this.#whyLater(index, target, named);
    this.list.warn(block, { code: 'REFERENCE_TO_LATER_BLOCK', message, ...place });
  }

  #whyLater(index: number, target: number, named: BlockDefinition): string {
    if (target === index) return 'The block refers to its own output, which is null while it runs';
    if (this.#usersOf.has(target))
      return `"${named.name}" is a tool, whose results only its agent sees: this reference is always null. Refer to the agent's "toolCalls"`;
    if (this.#before.has(index, target))
      return `"${named.name}" runs after this block: this reference is always null. Move one of them`;
    return `No path leads from "${named.name}" to this block, so it may not have run: this reference may be null. Connect them`;
  }

  /** The address of an approval is known before it runs. */
  #isKnownEarly({ type }: BlockDefinition, [field]: readonly string[]): boolean {
    return type === 'approval' && (field === 'resumeUrl' || field === 'resumePath');
  }
}

/** For a graph without cycles, whose bodies nothing enters. Yields where other work may run. */
export function* warnOfOrder(
  definition: WorkflowDefinition,
  shape: WorkflowShape,
  references: FoundReferences,
  list: ProblemList,
): Generator<void, void, void> {
  const warnings = new OrderWarnings(definition, shape, list);
  for (const [index, block] of definition.blocks.entries()) {
    yield;
    warnings.ofBlock(block, index, references.of(block));
  }
}
