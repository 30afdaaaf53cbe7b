/**
 * The text of definitions: white space, order and digits are their author's. Only the value that it
 * was parsed to is checked, hashed and run.
 */
import { ownTurn } from '@libs/event-loop';
import type { WorkflowEntity, WorkflowVersionEntity } from '@libs/persistence';
import { jsonPlaces, placeAt, RepeatedNameError } from '@libs/workflow';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';
import { JsonText } from '../http/json-text.js';

export const draftOf = ({ draft, draftText }: WorkflowEntity): JsonText =>
  new JsonText(draftText ?? JSON.stringify(draft));

export const definitionOf = ({ definition, definitionText }: WorkflowVersionEntity): JsonText =>
  new JsonText(definitionText ?? JSON.stringify(definition));

/** An editor that looks for a name in the text may find the other one than a parser. */
function repeated(text: string, { message, offset }: RepeatedNameError): ApiError {
  const { line, column } = placeAt(text, offset);
  const told = `${message} (line ${line}, column ${column}). Remove one of the two`;
  return new ApiError(422, 'INVALID_REQUEST', `The request is not valid: ${told}`, [
    { field: '', message: told, line, column },
  ]);
}

/**
 * The definition in a request's body, as it was sent. Call it at a route with `@KeepsBodyText()`,
 * for a body that has one.
 * @throws ApiError 422 for an object with two fields of one name
 */
export async function sentDefinition({ bodyText = '' }: FastifyRequest): Promise<string> {
  await ownTurn(bodyText.length);
  try {
    const place = jsonPlaces(bodyText, ['definition'], { uniqueNames: true })('definition');
    return bodyText.slice(place?.value.offset, place?.end);
  } catch (error) {
    throw error instanceof RepeatedNameError ? repeated(bodyText, error) : error;
  }
}
