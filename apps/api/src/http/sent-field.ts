/** The text of fields of a JSON body, for data that comes back as its author sent it. */
import { ownTurn } from '@libs/event-loop';
import { jsonPlaces, placeAt, RepeatedNameError } from '@libs/workflow';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';

/** A reader that looks for a name in the text may find the other one than a parser. */
function repeated(text: string, { message, offset }: RepeatedNameError): ApiError {
  const { line, column } = placeAt(text, offset);
  const told = `${message} (line ${line}, column ${column}). Remove one of the two`;
  return new ApiError(422, 'INVALID_REQUEST', `The request is not valid: ${told}`, [
    { field: '', message: told, line, column },
  ]);
}

/**
 * Call it at a route with `@KeepsBodyText()`, for a body that has the fields.
 * @param paths such as `tests[2].test`
 * @throws ApiError 422 for an object with two fields of one name
 */
export async function sentFields(
  { bodyText = '' }: FastifyRequest,
  paths: readonly string[],
): Promise<readonly string[]> {
  await ownTurn(bodyText.length);
  try {
    const placeOf = jsonPlaces(bodyText, paths, { uniqueNames: true });
    return paths.map((path) => {
      const place = placeOf(path);
      return bodyText.slice(place?.value.offset, place?.end);
    });
  } catch (error) {
    throw error instanceof RepeatedNameError ? repeated(bodyText, error) : error;
  }
}

/** @throws ApiError as {@link sentFields} does */
export async function sentField(request: FastifyRequest, name: string): Promise<string> {
  const [text = ''] = await sentFields(request, [name]);
  return text;
}
