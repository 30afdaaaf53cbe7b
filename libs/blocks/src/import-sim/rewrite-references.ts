/** Gives Sim's references in a configuration the block and output names used here. Pure. */

/** How Sim compares names: lower case, without spaces and dots. */
export const simName = (name: string): string => name.toLowerCase().replace(/[\s.]+/g, '');

export interface NewName {
  readonly name: string;
  /** By first step of the path; the value of `*` is put before a step that is not in the list. */
  readonly outputs?: Readonly<Record<string, string>>;
}

const reference = /<([^<>.\n"'=/!][^<>.\n]*)((?:[.[][^<>\n]*)?)>/g;

function newPath(path: string, outputs: NewName['outputs']): string {
  const [, first, rest = ''] = /^\.([A-Za-z0-9_$-]+)(.*)$/.exec(path) ?? [];
  if (first === undefined || outputs === undefined) return path;
  const renamed = outputs[first];
  if (renamed !== undefined) return `.${renamed}${rest}`;
  return outputs['*'] === undefined ? path : `.${outputs['*']}.${first}${rest}`;
}

/** @param names by Sim's form of the old name; any other name stays as it is */
export function rewriteReferences(value: unknown, names: ReadonlyMap<string, NewName>): unknown {
  if (typeof value === 'string') {
    return value.replace(reference, (text, name: string, path: string) => {
      const found = names.get(simName(name));
      return found === undefined ? text : `<${found.name}${newPath(path, found.outputs)}>`;
    });
  }
  if (Array.isArray(value)) return value.map((item) => rewriteReferences(item, names));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, rewriteReferences(field, names)]),
  );
}
