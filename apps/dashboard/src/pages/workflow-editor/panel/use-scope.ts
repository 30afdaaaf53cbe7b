/** What the texts of a block may refer to. */
import { useQuery } from '@tanstack/react-query';
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
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import type { BlockTypeAnswer } from '../../../data/block-types.queries.js';
import { listSecrets } from '../../../data/templates.queries.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { useBlockTypes } from '../use-block-types.js';

type ByName = ReadonlyMap<string, BlockTypeAnswer>;
type Block = DrawnDefinition['blocks'][number];

function scopeBlock({ id, type, name }: Block, byName: ByName): ScopeBlock {
  const known = byName.get(type);
  const outputs = Object.entries(known?.outputs ?? {}).map(([path, text]): ScopeOutput => ({
    path,
    type: 'any',
    text,
  }));
  const isOpen = known === undefined || known.outputs === null || known.openOutputs;
  return { id, name, reference: referenceName(name), outputs, isOpen, lastRun: null };
}

const field = (path: string, type: string): ScopeOutput => ({ path, type, text: '' });

const containerFields: Readonly<Record<string, readonly ScopeOutput[]>> = {
  loop: [field('index', 'number'), field('currentItem', 'any'), field('items', 'list')],
  parallel: [field('index', 'number'), field('currentItem', 'any'), field('items', 'list')],
};

const scopesOf = remembered((definition: DrawnDefinition, byName: ByName) => {
  const made = new Map<string, Omit<Scope, 'secrets' | 'variables'>>();
  const { around } = bodiesOf(definition);
  const byId = new Map(definition.blocks.map((block) => [block.id, block]));
  return (blockId: string): Omit<Scope, 'secrets' | 'variables'> => {
    const kept = made.get(blockId);
    if (kept !== undefined) return kept;
    const upstream = upstreamOf(definition, blockId).flatMap((id) => byId.get(id) ?? []);
    const ids = new Set([blockId, ...upstream.map(({ id }) => id)]);
    const types = [...new Set((around.get(blockId) ?? []).map((id) => byId.get(id)?.type ?? ''))];
    const scope = {
      blocks: upstream.map((block) => scopeBlock(block, byName)),
      otherBlocks: definition.blocks.filter(({ id }) => !ids.has(id)).map(({ name }) => name),
      containers: types.flatMap((kind): ScopeContainer[] =>
        kind === 'loop' || kind === 'parallel'
          ? [{ kind, fields: containerFields[kind] ?? [] }]
          : [],
      ),
    };
    made.set(blockId, scope);
    return scope;
  };
});

const withNames = remembered(
  (
    scope: Omit<Scope, 'secrets' | 'variables'>,
    names: { readonly secrets: readonly string[]; readonly variables: Scope['variables'] },
  ): Scope => ({ ...scope, ...names }),
);

interface Names {
  readonly secrets: readonly string[];
  readonly variables: Scope['variables'];
}

type Secrets = readonly { readonly name: string }[];

const noSecrets: Secrets = [];
const namesOf = remembered((secrets: Secrets, text: string): Names => ({
  secrets: secrets.map(({ name }) => name),
  variables: variablesIn(text),
}));

function variablesIn(text: string): Scope['variables'] {
  const { variables } = JSON.parse(text) as { readonly variables?: unknown };
  if (typeof variables !== 'object' || variables === null) return [];
  return Object.entries(variables).map(([name, value]) => ({ name, type: typeof value }));
}

export function useScope(definition: DrawnDefinition, blockId: string): Scope {
  const { workspaceId } = useEditorOf();
  const { byName } = useBlockTypes();
  const text = useEditor(({ log }) => log.document.text);
  const { data } = useQuery(listSecrets(workspaceId));
  return withNames(scopesOf(definition, byName)(blockId), namesOf(data?.data ?? noSecrets, text));
}
