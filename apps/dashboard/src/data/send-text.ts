/** Calls with JSON as a person typed it: the client would lose digits of its numbers. */
import { ApiRefusal, type ErrorBody } from '@libs/client';
import { parseExact } from '../core/json/exact-json.js';
import { answered } from './ask.js';

export interface TextCall {
  readonly workspace: string;
  /** JSON. */
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Reading a longer answer exactly would hold the page for longer than a frame. In characters. */
const longestExact = 1_048_576;

/** @returns `data` of the answer, whose numbers keep all their digits too: see `parseExact` */
export async function sendText<T>(
  method: string,
  path: string,
  { workspace, text, headers }: TextCall,
): Promise<T> {
  const response = await answered(`/api/v1${path}`, {
    method,
    credentials: 'same-origin',
    headers: { 'x-workspace-id': workspace, 'content-type': 'application/json', ...headers },
    body: text,
  });
  const said = await response.text();
  const answer: unknown = said.length > longestExact ? JSON.parse(said) : parseExact(said);
  if (!response.ok) throw new ApiRefusal(response.status, answer as ErrorBody, null);
  return (answer as { data: T }).data;
}
