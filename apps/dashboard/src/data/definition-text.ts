/** Definitions as their authors wrote them: `JSON.parse` would lose digits and the order of names. */
import { ApiRefusal, type ErrorBody } from '@libs/client';
import { fieldsOf, rawOf, valueOf } from '../core/edit/text/json-value.js';
import { answered } from './ask.js';

export interface DefinitionText {
  readonly text: string;
  /** `data` of the answer. */
  readonly answer: Readonly<Record<string, unknown>>;
}

/**
 * @param path below `/api/v1`, of a route that answers `{ data: { definition } }`
 * @throws ApiRefusal, NoAnswer
 */
export async function readDefinitionText(
  workspaceId: string,
  path: string,
): Promise<DefinitionText> {
  const response = await answered(`/api/v1${path}`, {
    credentials: 'same-origin',
    headers: { 'x-workspace-id': workspaceId },
  });
  const text = await response.text();
  const body: unknown = JSON.parse(text);
  if (!response.ok) throw new ApiRefusal(response.status, body as ErrorBody, null);
  const data = fieldsOf(valueOf(text)).get('data');
  const definition = data && fieldsOf(data).get('definition');
  return {
    text: definition === undefined ? '{}' : rawOf(definition),
    answer: (body as { data: DefinitionText['answer'] }).data,
  };
}
