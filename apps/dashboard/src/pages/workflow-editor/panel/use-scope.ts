/** What the texts of a block may refer to, with the values of the run that is shown. */
import { useQueries, useQuery } from '@tanstack/react-query';
import type { Scope } from '../../../core/completion/scope.js';
import { rawOf } from '../../../core/edit/text/json-value.js';
import { locate } from '../../../core/edit/text/target.js';
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import { type SpanAnswer, spanOutput } from '../../../data/spans.queries.js';
import { listSecrets } from '../../../data/templates.queries.js';
import { draftScope, namesOf, withLastRun, withNames } from '../model/draft-scope.js';
import type { ShownRun } from '../run/shown-run.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { useBlockTypes } from '../use-block-types.js';

type Secrets = readonly { readonly name: string }[];
const noSecrets: Secrets = [];

/** Of the nearest blocks; the others are completed by their declared outputs. */
const mostBlocks = 50;

/** TanStack keeps the list as long as every answer in it is the same. */
const answersOf = (results: readonly { readonly data: SpanAnswer | undefined }[]) =>
  results.flatMap(({ data }) => data?.data ?? []);

function useOutputs(scope: Scope, run: ShownRun | null) {
  const { workspaceId } = useEditorOf();
  const spans = scope.blocks.slice(0, mostBlocks).flatMap(({ id }) => {
    const block = run?.blockOf(id) ?? null;
    return block === null || block.durationMs === null ? [] : block.spanId;
  });
  return useQueries({
    queries: spans.map((spanId) =>
      spanOutput(workspaceId, { executionId: run?.executionId ?? '', spanId }),
    ),
    combine: answersOf,
  });
}

export function useScope(
  definition: DrawnDefinition,
  blockId: string,
  run: ShownRun | null,
): Scope {
  const { workspaceId } = useEditorOf();
  const { byName } = useBlockTypes();
  const variables = useEditor(({ log }) => {
    const found = locate(log.document, { block: null, path: ['variables'] });
    return found === null ? null : rawOf(found.value);
  });
  const { data } = useQuery(listSecrets(workspaceId));
  const names = namesOf(data?.data ?? noSecrets, variables);
  const scope = withNames(draftScope(definition, byName, blockId), names);
  return withLastRun(useOutputs(scope, run), scope);
}
