/** Who else has the workflow open. A person who says nothing for half a minute has left. Pure. */
import { flag, recordOf, text } from '../../../core/live/fields.js';

export interface Person {
  readonly personId: string;
  readonly name: string;
  readonly untilMs: number;
}

const forgottenAfterMs = 30_000;
const readPerson = recordOf({ workflowId: text, personId: text, isHere: flag }, { name: text });

/** @param told `people` of the stream's message */
export function withTold(
  people: readonly Person[],
  told: unknown,
  workflowId: string,
  nowMs: number,
): readonly Person[] {
  if (!Array.isArray(told)) return people;
  const byId = new Map(people.map((person) => [person.personId, person]));
  for (const one of told.flatMap((value: unknown) => readPerson(value))) {
    if (one.workflowId !== workflowId) continue;
    const { personId, name = '', isHere } = one;
    if (isHere) byId.set(personId, { personId, name, untilMs: nowMs + forgottenAfterMs });
    else byId.delete(personId);
  }
  return [...byId.values()];
}

export const stillHere = (people: readonly Person[], nowMs: number): readonly Person[] =>
  people.filter(({ untilMs }) => untilMs > nowMs);
