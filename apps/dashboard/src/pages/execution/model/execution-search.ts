/** What the page of one execution shows, in its address. */
import { oneOf, search, text, whole } from '../../../core/search/search.js';

export const tabs = ['trace', 'output', 'events', 'deliveries', 'json'] as const;

const besides = ['output', 'events', 'deliveries', 'json'] as const;

/** Null: the trace, which an address does not name. */
export const tabOf = (id: string) => besides.find((tab) => tab === id) ?? null;

export const executionSearch = search({
  /** Null: the trace. */
  tab: oneOf(besides),
  /** Key of the chosen row (core/waterfall/rows.ts); '' is what the page chooses. */
  span: text(400),
  q: text(200),
  only: oneOf(['errors']),
  /** Waits are folded unless this says otherwise. */
  fold: oneOf(['off']),
  /** Rows that were opened or closed by hand (openness.ts). */
  open: text(2_000),
  /** The shown part of the axis, in milliseconds after the start. */
  from: whole(),
  to: whole(),
  /** Search of the executions list that led here: previous and next are its neighbours. */
  list: text(1_000),
});

export type ExecutionSearch = ReturnType<typeof executionSearch.parse>;

/** The shown part of the time; null shows all of it. */
export function brushOf({ from, to }: Pick<ExecutionSearch, 'from' | 'to'>) {
  return from === null || to === null || to <= from ? null : { from, to };
}
