/** The trigger block's output in a rerun: that of the earlier execution, or another one. */
import { ownTurn } from '@libs/event-loop';
import { v7 as uuidv7 } from 'uuid';
import { JsonText } from '../http/json-text.js';
import { chatInput } from './requested-trigger.js';

/**
 * @param recorded JSON text, with credentials encrypted
 * @param given undefined: the recorded input. For a webhook it replaces the body alone, so that
 * checks of headers still hold; the raw body and the files were those of the old body.
 */
export async function rerunInput(
  recorded: string,
  given: unknown,
  triggerType: string | null,
): Promise<unknown> {
  // Unchanged: text read from the database can be stored again.
  if (given === undefined) return new JsonText(recorded);
  if (triggerType === 'chat') return chatInput(given, () => uuidv7());
  if (triggerType !== 'webhook') return given;
  await ownTurn(recorded.length);
  const { rawBody: _, files: __, ...kept } = JSON.parse(recorded) as Record<string, unknown>;
  return { ...kept, body: given };
}
