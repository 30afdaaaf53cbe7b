/** The examples with their definitions, and what the workspace has for them. */
import { useQuery } from '@tanstack/react-query';
import type { WorkspaceNames } from '../../core/template/template.js';
import { listExamples } from '../../data/start.queries.js';
import { exampleDefinitions, listSecrets, listVariables } from '../../data/templates.queries.js';

const namesIn = (data: readonly { readonly name: string }[]): ReadonlySet<string> =>
  new Set(data.map(({ name }) => name));

export function useTemplates(workspaceId: string) {
  const list = useQuery(listExamples(workspaceId));
  const all = list.data?.data.map(({ name }) => name) ?? [];
  const definitions = useQuery(exampleDefinitions(workspaceId, all));
  const secrets = useQuery(listSecrets(workspaceId)).data?.data;
  const variables = useQuery(listVariables(workspaceId)).data?.data;
  const names: WorkspaceNames | null =
    secrets === undefined || variables === undefined
      ? null
      : { secrets: namesIn(secrets), variables: namesIn(variables) };
  return { list, definitions: definitions.data ?? new Map<string, never>(), names };
}
