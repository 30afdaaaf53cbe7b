/**
 * Resolves references against recorded outputs. Outputs are parsed from the text in the ledger, so
 * that a live run and a replay see the same values. Knows the secrets to mask in block results.
 */
import { secretForAnyUse, type CompiledWorkflow, type ContainerPlan } from '@libs/blocks';
import {
  EvaluationBudget,
  follow,
  type ContainerKind,
  type References,
  type Scope,
} from '@libs/workflow';
import type { ExecutionHistory, RecordedResult } from './history.js';
import { recordedValue } from './masking.js';
import { sealedHeader, sentSecretOf, type SecretValues } from './secret-values.js';
import { depthOf, indexOf, outerIteration, addressKey, type BlockAddress } from './iteration.js';

export interface ExecutionScope extends Scope {
  /** Clear-text values that must not be recorded. */
  readonly revealed: Set<string>;
  /** Plans of the loops and parallels in progress, by `addressKey`. */
  readonly plans: Map<string, ContainerPlan>;
  /** The scope of a block in this iteration. */
  at(iteration: string): ExecutionScope;
  /**
   * Parses one long recorded value that these references lead to. False when none is left: an
   * evaluation then finds all of them parsed.
   */
  parseAhead(references: References): boolean;
}

/** The output that a block has before it runs; null when it has none. */
export type EarlyOutput = (blockId: string, iteration: string) => unknown;

/** Adds `<block.error>` to the output of a failed block whose type has no `error` of its own. */
function withError(output: unknown, error: RecordedResult['error']): unknown {
  if (error === null) return output;
  const fields = output !== null && typeof output === 'object' ? output : {};
  if (Object.hasOwn(fields, 'error')) return output;
  return { ...fields, error: { code: error.code, message: error.message } };
}

/** The block that assigned a variable, and the name of the output with its value. */
interface Assignment extends BlockAddress {
  readonly output: string;
}

/** Each text this long gets an event-loop turn: the densest JSON takes 25 ms of CPU per MB. */
export const longTextLength = 512 * 1_024;

/** Parses each recorded output once, and opens the sealed headers of the trigger's input. */
class RecordedOutputs {
  readonly revealed: Set<string>;
  readonly plans = new Map<string, ContainerPlan>();
  readonly #parsed = new Map<string, unknown>();
  readonly #assignments = new Map<
    string,
    { readonly resultCount: number; readonly last: Assignment | null }
  >();
  readonly #triggerId: string | undefined;
  #environment: Readonly<Record<string, unknown>> | undefined;

  constructor(
    readonly workflow: CompiledWorkflow,
    readonly history: ExecutionHistory,
    readonly secrets: SecretValues,
    private readonly early: EarlyOutput,
  ) {
    this.revealed = new Set(secrets.masked);
    this.#triggerId = workflow.definition.blocks[workflow.triggerIndex]?.id;
  }

  /** The latest in ledger order, so that a live run and a replay agree. */
  lastAssignment(name: string): Assignment | null {
    const assigners = this.workflow.assigners.get(name);
    if (assigners === undefined) return null;
    const { results } = this.history;
    const known = this.#assignments.get(name);
    if (known?.resultCount === results.size) return known.last;
    let last: Assignment | null = null;
    for (const { blockId, iteration, error } of results.values()) {
      const output = assigners.get(blockId);
      if (output !== undefined && error === null) last = { blockId, iteration, output };
    }
    this.#assignments.set(name, { resultCount: results.size, last });
    return last;
  }

  /** Variables of the workspace, as the execution recorded them when it began. */
  get environment(): Readonly<Record<string, unknown>> {
    const { environment } = this.history.started ?? {};
    return (this.#environment ??= JSON.parse(environment ?? '{}') as Record<string, unknown>);
  }

  isTrigger(blockId: string): boolean {
    return blockId === this.#triggerId;
  }

  of(blockId: string, iteration: string): unknown {
    const key = addressKey({ blockId, iteration });
    if (this.#parsed.has(key)) return this.#parsed.get(key);
    const text = this.#textOf(blockId, key);
    if (text === undefined) return this.early(blockId, iteration);
    const recorded = this.isTrigger(blockId) ? this.#opened(text) : recordedValue(text);
    const value = withError(recorded, this.history.results.get(key)?.error ?? null);
    this.#parsed.set(key, value);
    return value;
  }

  /** @returns whether there was a long text to parse */
  parseLong(blockId: string, iteration: string): boolean {
    const key = addressKey({ blockId, iteration });
    if (this.#parsed.has(key)) return false;
    const text = this.#textOf(blockId, key);
    if (text === undefined || text.length < longTextLength) return false;
    this.of(blockId, iteration);
    return true;
  }

  #textOf(blockId: string, key: string): string | undefined {
    return this.isTrigger(blockId)
      ? this.history.started?.input
      : this.history.results.get(key)?.outputText;
  }

  /** The trigger's input with its sealed headers in clear text. */
  #opened(text: string): unknown {
    const input = JSON.parse(text) as { readonly headers?: unknown } | null;
    const { headers: clear } = this.secrets;
    if (clear.size === 0 || typeof input?.headers !== 'object') return input;
    const headers = Object.entries(input.headers ?? {}).map(([name, value]) => [
      name,
      clear.get(sealedHeader(value) ?? '') ?? (value as unknown),
    ]);
    return { ...input, headers: Object.fromEntries(headers) as unknown };
  }
}

/** The current index and item of an iteration, and all items. */
function iterationValue(outputs: RecordedOutputs, blockId: string, iteration: string): unknown {
  const outer = outerIteration(iteration, depthOf(iteration) - 1);
  const items = outputs.plans.get(addressKey({ blockId, iteration: outer }))?.items ?? null;
  const index = indexOf(iteration);
  return { index, currentItem: items?.[index] ?? null, items };
}

function scopeAt(outputs: RecordedOutputs, iteration: string): ExecutionScope {
  const { workflow } = outputs;
  const blocks = workflow.definition.blocks;
  const steps = iteration === '' ? [] : iteration.split('.');
  const around = steps.map((step) => step.replace(/\[-?\d+\]$/, ''));

  /** The iteration of a block's output as seen from here; null when it is inside another body. */
  function iterationSeen(blockId: string): string | null {
    if (around.length === 0) return '';
    const index = workflow.graph.indexOf.get(blockId) ?? -1;
    const enclosing = workflow.regions.enclosing[index] ?? [];
    if (enclosing.some((container, depth) => blocks[container]?.id !== around[depth])) return null;
    return outerIteration(iteration, enclosing.length);
  }

  /** Output of a block in this iteration or an enclosing one. */
  function outputOf(blockId: string): unknown {
    const seen = iterationSeen(blockId);
    if (seen === null) return null;
    const inside = around.indexOf(blockId);
    if (inside >= 0) return iterationValue(outputs, blockId, outerIteration(iteration, inside + 1));
    return outputs.of(blockId, seen);
  }

  function parseAhead({ blocks: blockIds, variables }: References): boolean {
    for (const blockId of blockIds) {
      const seen = iterationSeen(blockId);
      if (seen !== null && outputs.parseLong(blockId, seen)) return true;
    }
    for (const name of variables) {
      const assigned = outputs.lastAssignment(name);
      if (assigned !== null && outputs.parseLong(assigned.blockId, assigned.iteration)) return true;
    }
    return false;
  }

  return {
    revealed: outputs.revealed,
    plans: outputs.plans,
    at: (other) => scopeAt(outputs, other),
    parseAhead,
    budget: new EvaluationBudget(),
    block: (blockId, path) => follow(outputOf(blockId), path),
    variable: (name, path) => {
      const assigned = outputs.lastAssignment(name);
      if (assigned === null) return follow(workflow.definition.variables[name], path);
      const { blockId, iteration: at, output } = assigned;
      return follow(outputs.of(blockId, at), [output, ...path]);
    },
    iteration: (kind: ContainerKind, path) => {
      const inside = around.findLastIndex(
        (id) => blocks[workflow.graph.indexOf.get(id) ?? -1]?.type === kind,
      );
      const value =
        inside < 0
          ? null
          : iterationValue(outputs, around[inside] ?? '', outerIteration(iteration, inside + 1));
      return follow(value, path);
    },
    environment: (name, path) => follow(outputs.environment, [name, ...path]),
    secret: (name) => secretForAnyUse(name, sentSecretOf(outputs.secrets, name)),
    sentSecret: (name) => sentSecretOf(outputs.secrets, name),
  };
}

/**
 * @param early outputs that blocks have before they run, e.g. the URL of an approval
 * @returns the scope at top level
 */
export const createScope = (
  workflow: CompiledWorkflow,
  history: ExecutionHistory,
  secrets: SecretValues,
  early: EarlyOutput = () => null,
): ExecutionScope => scopeAt(new RecordedOutputs(workflow, history, secrets, early), '');
