/** Three definitions, read so far that their parts can be compared. */
import { type JsonValue } from '../text/json-value.js';
import { blocksById, edgesByKey } from '../text/parts.js';
import type { WorkflowText } from '../text/workflow-text.js';
import type { Side } from './conflict.js';

export type ById = ReadonlyMap<string, JsonValue>;
export type OfThree<Value> = Readonly<Record<Side, Value>>;

export function ofThree<From, To>(from: OfThree<From>, to: (value: From) => To): OfThree<To> {
  return { base: to(from.base), mine: to(from.mine), theirs: to(from.theirs) };
}

export interface Parts {
  /** Null: not all three have blocks, or edges, that can be told apart. */
  readonly blocks: OfThree<ById> | null;
  readonly edges: OfThree<ById> | null;
}

function allOf(three: OfThree<ById | null>): OfThree<ById> | null {
  const { base, mine, theirs } = three;
  return base && mine && theirs && { base, mine, theirs };
}

export const partsOf = (documents: OfThree<WorkflowText>): Parts => ({
  blocks: allOf(ofThree(documents, ({ root }) => blocksById(root))),
  edges: allOf(ofThree(documents, ({ root }) => edgesByKey(root))),
});
