/** Whether the draft is no longer what an execution ran. Pure. */
import { sameJson } from '../../../core/edit/text/same-value.js';

interface RanDefinition {
  readonly definition: unknown;
  /** A trial ran a part of a draft: only the blocks that ran are compared. */
  readonly isDraft: boolean;
  readonly ran: (blockId: string) => boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** An author may leave out what is empty. */
const sides = (value: unknown): unknown =>
  isFields(value) ? { edges: [], variables: {}, ...value } : value;

const same = (a: unknown, b: unknown): boolean => sameJson(JSON.stringify(a), JSON.stringify(b));

function blocksOf(definition: unknown): ReadonlyMap<unknown, unknown> {
  const list = isFields(definition) ? definition['blocks'] : null;
  if (!Array.isArray(list)) return new Map();
  return new Map(list.filter(isFields).map((block) => [block['id'], { config: {}, ...block }]));
}

/** @param draftText the draft as JSON */
export function runDiffers(
  { definition, isDraft, ran }: RanDefinition,
  draftText: string,
): boolean {
  // It is gone with its version, so nobody knows.
  if (!isFields(definition)) return false;
  const draft: unknown = JSON.parse(draftText);
  if (!isDraft) return !same(sides(definition), sides(draft));
  const now = blocksOf(draft);
  return [...blocksOf(definition)].some(
    ([id, block]) => typeof id === 'string' && ran(id) && !same(block, now.get(id) ?? null),
  );
}
