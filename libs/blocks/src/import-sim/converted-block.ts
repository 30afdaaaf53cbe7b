/** What the conversion of one block came to. */
export interface ConvertedBlock {
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
  /** What is not as it was, for the report; empty when everything was taken over. */
  readonly notes: readonly string[];
  /** Port for a source handle of Sim; without it every handle but `error` is the port `out`. */
  readonly ports?: Readonly<Record<string, string>>;
  /** First step of references that has another name here. */
  readonly outputs?: Readonly<Record<string, string>>;
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
