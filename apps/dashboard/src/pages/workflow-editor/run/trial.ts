/** A run of the draft, or of a part of it, as a person asks for it. */
export type Trial =
  /** @param inputText null: the last input */
  | { readonly kind: 'draft'; readonly usePins: boolean; readonly inputText: string | null }
  /** This block and what leads to it. */
  | { readonly kind: 'to'; readonly blockId: string }
  /** This block and what comes after it, with the results of an ended run. */
  | { readonly kind: 'from'; readonly blockId: string; readonly executionId: string }
  /** This block alone, with the results of an ended run. */
  | { readonly kind: 'only'; readonly blockId: string; readonly executionId: string };

export const wholeDraft: Extract<Trial, { kind: 'draft' }> = {
  kind: 'draft',
  usePins: true,
  inputText: null,
};
