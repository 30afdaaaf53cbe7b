/** Finds keys of a JSON body that would poison a prototype when copied, and where they occur. */

interface Visit {
  readonly value: object;
  readonly parent: Visit | null;
  readonly key: string;
}

export interface ForbiddenKey {
  readonly key: '__proto__' | 'constructor.prototype';
  /** Path of the object that has it: `body.items[2]`. */
  readonly place: string;
}

/** Longer paths lose their beginning. */
const maxPlaceLength = 200;

function placeOf(visit: Visit): string {
  const parts: string[] = [];
  let length = 0;
  for (let at: Visit = visit; ; at = at.parent) {
    if (at.parent === null) return `body${parts.reverse().join('')}`;
    const part = Array.isArray(at.parent.value) ? `[${at.key}]` : `.${at.key}`;
    length += part.length;
    if (length > maxPlaceLength) return `…${parts.reverse().join('')}`;
    parts.push(part);
  }
}

function forbiddenIn(value: object): ForbiddenKey['key'] | null {
  if (Object.hasOwn(value, '__proto__')) return '__proto__';
  const held: unknown = Object.hasOwn(value, 'constructor')
    ? (value as Record<string, unknown>)['constructor']
    : null;
  const isPoison = typeof held === 'object' && held !== null && Object.hasOwn(held, 'prototype');
  return isPoison ? 'constructor.prototype' : null;
}

/** The first one, breadth first. Not recursive: a body may be nested to any depth. */
export function findForbiddenKey(body: unknown): ForbiddenKey | null {
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  let level: Visit[] = isObject(body) ? [{ value: body, parent: null, key: '' }] : [];
  while (level.length > 0) {
    const next: Visit[] = [];
    for (const visit of level) {
      const key = forbiddenIn(visit.value);
      if (key !== null) return { key, place: placeOf(visit) };
      for (const [name, value] of Object.entries(visit.value))
        if (isObject(value)) next.push({ value, parent: visit, key: name });
    }
    level = next;
  }
  return null;
}
