/** Reads what blocks say about themselves in their outputs. Total: outputs may be anything. */
interface Text {
  readonly text: string;
  readonly truncated: boolean;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Empty for a text that is no object, or only the beginning of one. */
function fieldsOf({ text, truncated }: Text): Readonly<Record<string, unknown>> {
  if (truncated) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Of a function block: `console: [{ level, text }]`. */
export function consoleLines(output: Text): string[] {
  const { console: lines } = fieldsOf(output);
  if (!Array.isArray(lines)) return [];
  return lines.filter(isRecord).map(({ level, text }) => {
    const said = typeof text === 'string' ? text : JSON.stringify(text);
    return level === 'log' || typeof level !== 'string' ? said : `${level}: ${said}`;
  });
}

export interface ModelUse {
  readonly model: string;
  readonly tokens: number;
}

/** Of an agent block: `model`, `tokens: { total }`. */
export function modelUse(output: Text): ModelUse | null {
  const { model, tokens } = fieldsOf(output);
  const total = isRecord(tokens) ? tokens['total'] : null;
  if (typeof model !== 'string' || typeof total !== 'number') return null;
  return { model, tokens: total };
}
