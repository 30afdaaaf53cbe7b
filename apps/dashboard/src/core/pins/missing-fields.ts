/** Fields that a later output has and a pinned one lacks. A list's first item counts. Pure. */
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function missingFields(pinned: unknown, later: unknown, most = 100): readonly string[] {
  const missing: string[] = [];
  const compare = (mine: unknown, theirs: unknown, path: string): void => {
    if (missing.length >= most) return;
    if (Array.isArray(mine) && Array.isArray(theirs)) {
      if (mine.length > 0 && theirs.length > 0) compare(mine[0], theirs[0], `${path}[0]`);
      return;
    }
    if (!isObject(mine) || !isObject(theirs)) return;
    for (const [name, value] of Object.entries(theirs)) {
      const inner = path === '' ? name : `${path}.${name}`;
      if (Object.hasOwn(mine, name)) compare(mine[name], value, inner);
      else missing.push(inner);
    }
  };
  compare(pinned, later, '');
  return missing.slice(0, most);
}

/** None where a text is not whole. */
export function missingInText(pinned: string, later: string): readonly string[] {
  try {
    return missingFields(JSON.parse(pinned), JSON.parse(later));
  } catch {
    return [];
  }
}
