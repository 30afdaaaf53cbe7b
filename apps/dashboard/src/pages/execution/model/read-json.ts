export type ReadJson =
  { readonly isJson: true; readonly value: unknown } | { readonly isJson: false };

export function readJson(text: string): ReadJson {
  try {
    return { isJson: true, value: JSON.parse(text) as unknown };
  } catch {
    return { isJson: false };
  }
}
