export interface CallerProof {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body byte for byte. */
  readonly rawBody: Buffer;
  readonly nowMs: number;
}
