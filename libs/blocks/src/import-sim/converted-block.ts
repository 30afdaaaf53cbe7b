interface AheadBlock {
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** Behind the block's name, for its own. */
  readonly suffix: string;
  /** What the block behind it takes from it, given its name. */
  into(name: string): Readonly<Record<string, unknown>>;
}

/** What the conversion of one block came to. */
export interface ConvertedBlock {
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** What is not as it was, for the report; empty when everything was taken over. */
  readonly notes: readonly string[];
  /**
   * Port for a source handle of Sim, or for `source>` and the id of the block that the edge leads to; without it every handle but
   * `error` is the port `out`.
   */
  readonly ports?: Readonly<Record<string, string>>;
  /** First step of references that has another name here; of the block ahead, if there is one. */
  readonly outputs?: Readonly<Record<string, string>>;
  /** A block that runs right before it, where Sim does both in one; what comes in and errors are this one's. */
  readonly ahead?: AheadBlock;
  /** It only stands for what could not be converted. */
  readonly isPlaceholder?: true;
}

/** Stands for a block without an equivalent: the graph stays whole, and a run says what is missing instead of passing it over. */
export function placeholder(type: string, name: string, why: string): ConvertedBlock {
  const message = JSON.stringify(`"${name}" (${type}) was not imported: put a block in its place`);
  return {
    type: 'function',
    config: { code: `throw new Error(${message});` },
    notes: [why],
    // Whatever it gave: nobody knows its fields.
    outputs: { '*': 'result', error: 'error' },
    isPlaceholder: true,
  };
}
