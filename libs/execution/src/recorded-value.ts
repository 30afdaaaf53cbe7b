/**
 * The value of a recorded JSON text. Until release 4 a secret's value was masked anywhere in the
 * text, so a secret `true` left `{"done":***}` in the ledger. Such a text is its own value.
 */
export function recordedValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
