/** What may be completed, made once for a scope and its blocks. */
import { follow, workspaceName } from '@libs/workflow';
import { stepsOf, stepsText, type Step } from './reference-text.js';
import { samplePaths } from './sample-paths.js';
import type { Scope, ScopeBlock, ScopeOutput } from './scope.js';
import { type ValueLook, valueLook } from './value-look.js';

export type Source =
  { readonly kind: 'declared' } | { readonly kind: 'lastRun'; readonly atMs: number };

export interface Candidate {
  readonly kind: 'block' | 'output' | 'variable' | 'iteration' | 'secret';
  /** First name of the reference; of a secret its name. */
  readonly root: string;
  readonly steps: readonly Step[];
  /** Of its block, as its author wrote it; null for what is no block's. */
  readonly block: string | null;
  /** `data.card.id`; of what has no steps, its root. */
  readonly path: string;
  /** With its root, as it is shown among those of other blocks. */
  readonly whole: string;
  /** `whole` in small letters. */
  readonly sought: string;
  /** Whether a JSON text can hold it. */
  readonly fitsJson: boolean;
  readonly type: string;
  readonly look: ValueLook | null;
  readonly source: Source;
  /** What it is, in the words of the block's type. */
  readonly text: string | null;
}

type Made = Omit<Candidate, 'whole' | 'sought' | 'fitsJson'>;

function candidateOf(made: Made): Candidate {
  const { root, steps, path } = made;
  const whole = steps.length === 0 ? root : `${root}${path.startsWith('[') ? '' : '.'}${path}`;
  const fitsJson = steps.length === 0 || stepsText(steps, true) !== null;
  return { ...made, whole, sought: whole.toLowerCase(), fitsJson };
}

const declared: Source = { kind: 'declared' };
const iterationNames: ReadonlySet<string> = new Set(['loop', 'parallel']);
const variableRoot = 'variable';

/** Whether a reference to its name means the block, and not what else has this name here. */
const isReached = (block: ScopeBlock, scope: Scope): boolean =>
  block.reference !== null &&
  block.reference !== variableRoot &&
  !(block.reference === 'tool' && scope.isTool === true) &&
  !(
    iterationNames.has(block.reference) &&
    scope.containers.some(({ kind }) => kind === block.reference)
  );

const reached = new WeakMap<Scope, readonly ScopeBlock[]>();

/** Blocks that a reference can name, in the order of the scope. */
export function namedBlocks(scope: Scope): readonly ScopeBlock[] {
  const known = reached.get(scope);
  if (known !== undefined) return known;
  const blocks = scope.blocks.filter((block) => isReached(block, scope));
  reached.set(scope, blocks);
  return blocks;
}

const pathText = (steps: readonly Step[]): string | null =>
  stepsText(steps)?.replace(/^\./, '') ?? null;

export function blockCandidate(block: ScopeBlock): Candidate {
  const root = block.reference ?? '';
  const look = block.lastRun === null ? null : valueLook(block.lastRun.value);
  const source = sourceOf(block, look);
  const type = look?.type ?? 'object';
  const base = { kind: 'block', root, steps: [], block: block.name, path: root } as const;
  return candidateOf({ ...base, type, look, source, text: null });
}

const sourceOf = ({ lastRun }: ScopeBlock, look: ValueLook | null): Source =>
  look === null || lastRun === null ? declared : { kind: 'lastRun', atMs: lastRun.atMs };

/** `undefined` is what the sample lacks. */
function valueAt(value: unknown, steps: readonly Step[]): unknown {
  let current = value;
  for (const step of steps) {
    const key = String(step);
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key))
      return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}

export function lookAt(block: ScopeBlock, steps: readonly Step[]): ValueLook | null {
  if (block.lastRun === null) return null;
  const value = valueAt(block.lastRun.value, steps);
  return value === undefined ? null : valueLook(value);
}

const isBelow = (steps: readonly Step[], prefix: readonly Step[]): boolean =>
  steps.length > prefix.length && prefix.every((step, at) => String(steps[at]) === String(step));

function outputCandidate(block: ScopeBlock, output: ScopeOutput): Candidate | null {
  const steps = stepsOf(output.path);
  const path = steps === null ? null : pathText(steps);
  if (steps === null || path === null || steps.length === 0) return null;
  const look = lookAt(block, steps);
  const type = look === null || look.type === 'null' ? output.type : look.type;
  const base = { kind: 'output', root: block.reference ?? '', steps, block: block.name } as const;
  return candidateOf({
    ...base,
    path,
    type,
    look,
    source: sourceOf(block, look),
    text: output.text,
  });
}

/** First steps that the grammar resolves; null: any. */
export const knownOutputs = ({ isOpen, outputs }: ScopeBlock): ReadonlySet<string> | null =>
  isOpen ? null : new Set(outputs.flatMap(({ path }) => String(stepsOf(path)?.[0] ?? '') || []));

function seenCandidates(block: ScopeBlock, under: readonly Step[]): Candidate[] {
  const { lastRun, reference } = block;
  if (lastRun === null || reference === null) return [];
  const allowed = knownOutputs(block);
  const source: Source = { kind: 'lastRun', atMs: lastRun.atMs };
  return samplePaths(follow(lastRun.value, under.map(String))).flatMap(({ steps, look }) => {
    const whole = [...under, ...steps];
    const path = pathText(whole);
    if (path === null || allowed?.has(String(whole[0])) === false) return [];
    const base = { kind: 'output', root: reference, steps: whole, block: block.name } as const;
    return candidateOf({ ...base, path, type: look.type, look, source, text: null });
  });
}

function findOutputs(block: ScopeBlock, under: readonly Step[]): readonly Candidate[] {
  const all = block.outputs
    .flatMap((output) => outputCandidate(block, output) ?? [])
    .filter(({ steps }) => isBelow(steps, under));
  const paths = new Set(all.map(({ path }) => path));
  return [...all, ...seenCandidates(block, under).filter(({ path }) => !paths.has(path))];
}

/** By block, then by the path that they lie below. A block is asked for few paths. */
const outputs = new WeakMap<ScopeBlock, Map<string, readonly Candidate[]>>();
const maxRemembered = 50;

/** Its declared outputs, then what its last run had, below a path. */
export function outputsOf(block: ScopeBlock, under: readonly Step[] = []): readonly Candidate[] {
  const key = JSON.stringify(under);
  const known = outputs.get(block) ?? new Map<string, readonly Candidate[]>();
  outputs.set(block, known);
  let found = known.get(key);
  if (found === undefined) {
    found = findOutputs(block, under);
    if (known.size >= maxRemembered) known.clear();
    known.set(key, found);
  }
  return found;
}

/** Indexes one sample after another, so that no key press has to. */
export function* indexSamples(scope: Scope): Generator<void> {
  for (const block of namedBlocks(scope)) {
    outputsOf(block);
    yield;
  }
}

/** What containers and variables offer: few, and without samples. */
export function otherCandidates(scope: Scope): Candidate[] {
  const fields = scope.containers.flatMap(({ kind: root, fields: list }) =>
    list.flatMap(({ path: written, type, text }): Candidate[] => {
      const steps = stepsOf(written);
      const path = steps === null ? null : pathText(steps);
      if (steps === null || path === null) return [];
      const base = { kind: 'iteration', root, steps, block: null, path } as const;
      return [candidateOf({ ...base, type, look: null, source: declared, text })];
    }),
  );
  const variables = scope.variables.flatMap(({ name, type }): Candidate[] => {
    const path = pathText([name]);
    const base = { kind: 'variable', root: variableRoot, steps: [name], block: null } as const;
    if (path === null) return [];
    return [candidateOf({ ...base, path, type, look: null, source: declared, text: null })];
  });
  return [...fields, ...variables];
}

export const secretCandidates = (scope: Scope): Candidate[] =>
  scope.secrets
    .filter((name) => workspaceName.test(name))
    .map((name) => {
      const base = { kind: 'secret', root: name, steps: [], block: null, path: name } as const;
      return candidateOf({ ...base, type: 'secret', look: null, source: declared, text: null });
    });
