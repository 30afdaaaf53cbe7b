/** What new workflows begin with: the examples, and what the workspace has for them. */
import { queryOptions } from '@tanstack/react-query';
import type { DrawnDefinition } from '../core/workflow-graph/workflow-graph.js';
import { ask, call } from './ask.js';

/** The examples never change while a service runs. */
export const exampleDefinitions = (workspaceId: string, names: readonly string[]) =>
  queryOptions({
    queryKey: [workspaceId, 'getExample', names],
    queryFn: async ({ signal }) =>
      new Map(
        await Promise.all(
          names.map(async (name) => {
            const path = { example: name };
            const { data } = await call(workspaceId, 'getExample', { path }, signal);
            return [name, data.definition as unknown as DrawnDefinition] as const;
          }),
        ),
      ),
    staleTime: Infinity,
    enabled: names.length > 0,
  });

export const listSecrets = (workspaceId: string) =>
  ask(workspaceId, 'listSecrets', { path: { workspaceId } });

export const listVariables = (workspaceId: string) =>
  ask(workspaceId, 'listVariables', { path: { workspaceId } });
