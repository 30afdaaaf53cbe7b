/**
 * What the texts of a block may refer to. The scope stays the same object while nothing in it
 * changed: a key press in a field must not index the samples of all blocks again.
 */
import { outputType } from '../../../core/completion/output-type.js';
import { referenceName } from '../../../core/completion/reference-text.js';
import type {
  Scope,
  ScopeBlock,
  ScopeContainer,
  ScopeOutput,
} from '../../../core/completion/scope.js';
import { upstreamOf } from '../../../core/completion/upstream.js';
import { bodiesOf } from '../../../core/edit/text/bodies.js';
import { remembered } from '../../../core/execution/remembered.js';
import { parseExact } from '../../../core/json/exact-json.js';
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import { structureOf } from './structure.js';

interface KnownOutputs {
  readonly outputs: Readonly<Record<string, string>> | null;
  readonly openOutputs: boolean;
}

type ByName = ReadonlyMap<string, KnownOutputs>;
type Block = DrawnDefinition['blocks'][number];
type BlockScope = Omit<Scope, 'secrets' | 'variables'>;

const plain = (text: string): string => text.replaceAll('`', '');

function scopeBlock({ id, type, name }: Block, byName: ByName): ScopeBlock {
  const known = byName.get(type);
  const outputs = Object.entries(known?.outputs ?? {}).map(([path, text]): ScopeOutput => ({
    path,
    type: outputType(text),
    text: plain(text),
  }));
  const isOpen = known === undefined || known.outputs === null || known.openOutputs;
  return { id, name, reference: referenceName(name), outputs, isOpen, lastRun: null };
}

const field = (path: string, type: string): ScopeOutput => ({ path, type, text: '' });
const iterationFields = [field('index', 'number'), field('currentItem', 'any')];
const containerFields: readonly ScopeOutput[] = [...iterationFields, field('items', 'list')];

function makeScope(definition: DrawnDefinition, byName: ByName, blockId: string): BlockScope {
  const byId = new Map(definition.blocks.map((block) => [block.id, block]));
  const upstream = upstreamOf(definition, blockId).flatMap((id) => byId.get(id) ?? []);
  const ids = new Set([blockId, ...upstream.map(({ id }) => id)]);
  const around = bodiesOf(definition).around.get(blockId) ?? [];
  const types = [...new Set(around.map((id) => byId.get(id)?.type ?? ''))];
  return {
    blocks: upstream.map((block) => scopeBlock(block, byName)),
    otherBlocks: definition.blocks.filter(({ id }) => !ids.has(id)).map(({ name }) => name),
    containers: types.flatMap((kind): ScopeContainer[] =>
      kind === 'loop' || kind === 'parallel' ? [{ kind, fields: containerFields }] : [],
    ),
  };
}

interface Kept {
  readonly structure: DrawnDefinition;
  readonly byBlock: Map<string, BlockScope>;
}

const kept = new WeakMap<ByName, Kept>();

export function draftScope(
  definition: DrawnDefinition,
  byName: ByName,
  blockId: string,
): BlockScope {
  const structure = structureOf(definition, null);
  let known = kept.get(byName);
  if (known?.structure !== structure) known = { structure, byBlock: new Map() };
  kept.set(byName, known);
  const scope = known.byBlock.get(blockId) ?? makeScope(definition, byName, blockId);
  known.byBlock.set(blockId, scope);
  return scope;
}

/** @param text of the field `variables` of a definition; null: it has none */
function variablesIn(text: string | null): Scope['variables'] {
  const variables: unknown = text === null ? null : JSON.parse(text);
  if (typeof variables !== 'object' || variables === null || Array.isArray(variables)) return [];
  return Object.entries(variables).map(([name, value]) => ({ name, type: typeof value }));
}

interface Names {
  readonly secrets: readonly string[];
  readonly variables: Scope['variables'];
}

export const namesOf = remembered(
  (secrets: readonly { readonly name: string }[], variables: string | null): Names => ({
    secrets: secrets.map(({ name }) => name),
    variables: variablesIn(variables),
  }),
);

export const withNames = remembered((scope: BlockScope, names: Names): Scope => ({
  ...scope,
  ...names,
}));

/** One span, as the API has it. */
export interface SpanOutput {
  readonly blockId: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly output: { readonly text: string; readonly truncated: boolean } | null;
}

/** The beginning of a long output is no JSON, so nothing is read from it. */
const parsed = remembered((span: SpanOutput, _: null): { readonly value: unknown } | null => {
  if (span.output === null || span.output.truncated) return null;
  try {
    return { value: parseExact(span.output.text) };
  } catch {
    return null;
  }
});

/** The same object for the same span and block, so that its sample is indexed once. */
const blockThatRan = remembered((span: SpanOutput, block: ScopeBlock): ScopeBlock => {
  const sample = parsed(span, null);
  if (sample === null) return block;
  const atMs = Date.parse(span.endedAt ?? span.startedAt);
  return { ...block, lastRun: { value: sample.value, atMs } };
});

/** @param spans the same list as long as no span in it changed */
export const withLastRun = remembered((spans: readonly SpanOutput[], scope: Scope): Scope => {
  if (spans.length === 0) return scope;
  const byBlock = new Map(spans.map((span) => [span.blockId, span]));
  const blocks = scope.blocks.map((block) => {
    const span = byBlock.get(block.id);
    return span === undefined ? block : blockThatRan(span, block);
  });
  return { ...scope, blocks };
});
