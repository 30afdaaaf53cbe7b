/**
 * Workflows and versions with the text of their definition. The text is cut from the answer, so
 * that white space, order and digits stay as their author wrote them.
 */
import type { Operations } from '@libs/client';
import { queryOptions } from '@tanstack/react-query';
import { rangeOf } from '../core/edit/text/outline.js';
import { valueAt } from '../core/edit/text/json-value.js';
import { readJson } from '../core/edit/text/read-json.js';
import { brokenAnswer, draftPath, readSource, type Source } from './draft-source.js';

export interface DefinitionText<T> {
  /** The definition, as it was sent. */
  readonly text: string;
  /** `data` of the answer, whose definition is null. */
  readonly answer: T;
}

/** @param said an answer with `data.definition`; null: it is another one */
export function cutDefinition<T>(said: string): DefinitionText<T> | null {
  const root = readJson(said);
  const definition = root && valueAt(root, ['data', 'definition']);
  if (definition === null) return null;
  const { start, end } = rangeOf(definition);
  const rest = JSON.parse(`${said.slice(0, start)}null${said.slice(end)}`) as { readonly data: T };
  return { text: said.slice(start, end), answer: rest.data };
}

/** @throws ApiRefusal, NoAnswer */
function definitionIn<T>({ text, status }: Source): DefinitionText<T> {
  const found = cutDefinition<T>(text);
  if (found !== null) return found;
  throw brokenAnswer(status);
}

/** The named fields but the definition: `Omit` would leave none of them. */
type Rest<T> = {
  readonly [K in keyof T as string extends K ? never : K extends 'definition' ? never : K]: T[K];
};

export type DraftAnswer = Rest<Operations['getWorkflow']['answer']['data']>;
export type VersionAnswer = Rest<Operations['getWorkflowVersion']['answer']['data']>;

export const draftIn = (source: Source): DefinitionText<DraftAnswer> => definitionIn(source);

export const readDraftText = async (
  workspaceId: string,
  id: string,
  signal?: AbortSignal,
): Promise<DefinitionText<DraftAnswer>> =>
  draftIn(await readSource(workspaceId, draftPath(id), signal));

const readVersionText = async (
  workspaceId: string,
  id: string,
  version: number,
  signal?: AbortSignal,
): Promise<DefinitionText<VersionAnswer>> =>
  definitionIn(await readSource(workspaceId, `${draftPath(id)}/versions/${version}`, signal));

/** Its key begins as that of `getWorkflow`, so that both are read again together. */
export const draftText = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: [workspaceId, 'getWorkflow', { path: { id } }, 'text'],
    queryFn: ({ signal }) => readDraftText(workspaceId, id, signal),
  });

/** A version never changes. */
export const versionText = (workspaceId: string, id: string, version: number) =>
  queryOptions({
    queryKey: [workspaceId, 'getWorkflowVersion', { path: { id, version } }, 'text'],
    queryFn: ({ signal }) => readVersionText(workspaceId, id, version, signal),
    staleTime: Infinity,
  });
