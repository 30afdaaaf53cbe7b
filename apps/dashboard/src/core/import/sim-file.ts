/** A file that a person chose, before the server reads it as an export of Sim. Pure. */
interface SimFile {
  readonly name: string;
  /** What the file holds. */
  readonly content: unknown;
}

/** An export of a thousand blocks is smaller. */
export const maxSimBytes = 5 * 1024 * 1024;
const longestName = 100;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nameIn = (value: unknown): string | null => {
  const name = isRecord(value) ? value['name'] : null;
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : null;
};

/** @returns null for what is no JSON object */
export function readSimFile(fileName: string, text: string, unnamed: string): SimFile | null {
  try {
    const content: unknown = JSON.parse(text);
    if (!isRecord(content)) return null;
    const { state, metadata } = content;
    const inside = isRecord(state) ? state['metadata'] : null;
    const ofFile = fileName.replace(/\.json$/i, '').trim();
    const name = nameIn(metadata) ?? nameIn(inside) ?? nameIn(content) ?? (ofFile || unnamed);
    return { name: name.slice(0, longestName), content };
  } catch {
    return null;
  }
}
