/**
 * What a recorded JSON text says. Until release 4 a secret's value was masked wherever it stood in the text, so that a secret `true` left
 * `{"done":***}` in the ledger: such a text stands for itself.
 */
export function recordedValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
