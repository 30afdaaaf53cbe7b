/** The output of the trigger block, as a request stores it. */
import { toJsonText } from '@libs/contracts';
import { isLarge, ownTurn } from '@libs/event-loop';
import { forbiddenCharacter } from '../errors/forbidden-character.js';
import { JsonText } from '../http/json-text.js';

interface GivenInput {
  /** A `JsonText` is stored unchanged. */
  readonly input: unknown;
  /** Size of the request body. */
  readonly bodyBytes: number;
  /** JSON text: results of blocks that do not run. */
  readonly carried?: string | null;
}

/** Queries, forms and texts may have characters that a JSON body is refused for. */
function textOf(value: unknown, place: string): string {
  return toJsonText(value, () => {
    const refusal = forbiddenCharacter(value, place);
    if (refusal !== null) throw refusal;
  });
}

/**
 * Serialises a large request field by field, one event-loop turn each: a trigger's body may be
 * there twice, parsed and raw.
 * @throws ApiError 400 `FORBIDDEN_CHARACTER`
 */
export async function inputText({ input, bodyBytes }: GivenInput): Promise<string> {
  if (input instanceof JsonText) return input.text;
  if (!isLarge(bodyBytes) || input === null || typeof input !== 'object' || Array.isArray(input))
    return textOf(input, 'input');
  const parts: string[] = [];
  for (const [name, field] of Object.entries(input)) {
    if (field === undefined) continue;
    await ownTurn(bodyBytes);
    parts.push(parts.length === 0 ? '{' : ',', textOf(name, 'input'), ':', textOf(field, name));
  }
  await ownTurn(bodyBytes);
  // `+` would leave it to the encoder's turn to copy the parts into one text.
  return parts.length === 0 ? '{}' : [...parts, '}'].join('');
}

/** What counts for the account's budget: the body, or the input of another execution. */
export const inputBytes = ({ input, bodyBytes, carried }: GivenInput): number =>
  input instanceof JsonText
    ? Math.max(bodyBytes, Buffer.byteLength(input.text) + Buffer.byteLength(carried ?? ''))
    : bodyBytes;
