/** Why a text is no JSON, as the browser says it. Null: it is, or it is empty. */
export function problemOfJson(text: string): string | null {
  if (text.trim() === '') return null;
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
