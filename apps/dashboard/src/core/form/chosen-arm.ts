/** Which arm of a union a configuration means, and the edits that choose another one. */
import type { Path } from '../edit/text/json-value.js';
import { isObject, jsonTextOf, valueAt } from './config-value.js';
import type { Arm, UnionField } from './field.js';
import { type FormEdit } from './form-edit.js';

/** Values of arms that were left, by their paths, as JSON. They last as long as the panel. */
export type KeptValues = ReadonlyMap<string, string>;

const keyOf = (path: Path): string => JSON.stringify(path);
const pathOf = (key: string): Path => JSON.parse(key) as Path;

/** Every place in the value of a way's field: `routes[].equals` has one in each item. */
function placesOf(holder: unknown, at: Path, field: string): Path[] {
  const [list = '', inner] = field.split('[].');
  if (inner === undefined) return [[...at, list]];
  const items = valueAt(holder, [list]);
  return Array.isArray(items) ? items.map((_, index) => [...at, list, index, inner]) : [];
}

/**
 * Null: the configuration does not say.
 * @param at the path of the union in `config`
 */
export function armAt({ discriminator, arms }: UnionField, config: unknown, at: Path): Arm | null {
  const holder = valueAt(config, at);
  if (discriminator.by === 'field') {
    const named = valueAt(holder, [discriminator.name]);
    return arms.find(({ id }) => id === named) ?? null;
  }
  const index = discriminator.own.findIndex((own) =>
    own.some((field) =>
      placesOf(holder, [], field).some((path) => valueAt(holder, path) !== undefined),
    ),
  );
  return arms[index] ?? null;
}

/** The places of what only this arm has. */
function ownPlaces(union: UnionField, arm: Arm, holder: unknown, at: Path): Path[] {
  const { discriminator, arms } = union;
  const fields =
    discriminator.by === 'presence'
      ? (discriminator.own[arms.indexOf(arm)] ?? [])
      : arm.fields.map(({ path }) => String(path.at(-1)));
  return fields.flatMap((field) => placesOf(holder, at, field));
}

interface Switch {
  readonly edits: readonly FormEdit[];
  readonly kept: KeptValues;
}

/** @param to null: an optional union is left out */
export function switchArm(
  union: UnionField,
  to: Arm | null,
  { config, at, kept }: { readonly config: unknown; readonly at: Path; readonly kept: KeptValues },
): Switch {
  const holder = valueAt(config, at);
  const from = armAt(union, config, at);
  const next = new Map(kept);
  const wanted = to === null ? [] : ownPlaces(union, to, holder, at).map(keyOf);
  const own = union.arms.flatMap((arm) => ownPlaces(union, arm, holder, at).map(keyOf));
  // Arms may have fields of the same name.
  const stale = [...new Set(own)].map(pathOf).filter((path) => valueAt(config, path) !== undefined);
  for (const path of stale) next.set(keyOf(path), jsonTextOf(valueAt(config, path)) ?? 'null');
  if (to === null) {
    return {
      edits: from === null && holder === undefined ? [] : [{ kind: 'remove', path: at }],
      kept: next,
    };
  }
  const { discriminator } = union;
  const named: FormEdit[] =
    discriminator.by === 'field'
      ? [{ kind: 'set', path: [...at, discriminator.name], json: JSON.stringify(to.id) }]
      : [];
  const removed = stale
    .filter((path) => !wanted.includes(keyOf(path)))
    .map((path): FormEdit => ({ kind: 'remove', path }));
  const restored = [...next]
    .filter(([key]) => wanted.includes(key) && valueAt(config, pathOf(key)) === undefined)
    .map(([key, json]): FormEdit => ({ kind: 'set', path: pathOf(key), json }));
  // An object that is not one, such as a text, gives its place to one that is.
  const start: FormEdit[] =
    holder === undefined || isObject(holder) || at.length === 0
      ? []
      : [{ kind: 'set', path: at, json: '{}' }];
  return { edits: [...start, ...named, ...removed, ...restored], kept: next };
}
