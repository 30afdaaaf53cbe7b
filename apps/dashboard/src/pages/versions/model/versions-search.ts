import { oneOf, search, text } from '../../../core/search/search.js';

const drawings = ['a', 'both', 'b'] as const;
const views = ['fields', 'json'] as const;

/** What is compared and how it is shown, in the address. */
export const versionsSearch = search({
  /** A version's number, or `draft`. Empty: see `chosenPair`. */
  a: text(10),
  b: text(10),
  /** Null: both in one drawing. */
  drawn: oneOf(drawings),
  /** Null: fields. */
  view: oneOf(views),
  block: text(200),
});
