/** Texts at a path of a configuration, which may be invalid. `routes[].port` has one per entry. */

export interface ConfigText {
  /** Relative to the configuration: `.conditions[0].port`. */
  readonly path: string;
  readonly text: string;
}

const fieldIn = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

export function textsAt(config: unknown, at: string): readonly ConfigText[] {
  const [list = '', inner] = at.split('[].');
  const value = fieldIn(config, list);
  if (inner === undefined)
    return typeof value === 'string' ? [{ path: `.${at}`, text: value }] : [];
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown, index) => {
    const text = fieldIn(entry, inner);
    return typeof text === 'string' ? [{ path: `.${list}[${index}].${inner}`, text }] : [];
  });
}
