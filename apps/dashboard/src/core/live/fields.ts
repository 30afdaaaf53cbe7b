/** Reads records whose shape is not to be trusted: fields of a wrong type are left out. Pure. */
type Accepts<T> = (value: unknown) => value is T;
type Fields = Readonly<Record<string, Accepts<unknown>>>;
type Read<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Accepts<infer T> ? T : never;
};

export const text: Accepts<string> = (value) => typeof value === 'string';
export const count: Accepts<number> = (value) => typeof value === 'number';
export const flag: Accepts<boolean> = (value) => typeof value === 'boolean';
export const orNull =
  <T>(accepts: Accepts<T>): Accepts<T | null> =>
  (value): value is T | null =>
    value === null || accepts(value);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** @returns nothing if a required field is missing or has a wrong type */
export const recordOf =
  <R extends Fields, O extends Fields>(required: R, optional: O) =>
  (value: unknown): readonly (Read<R> & Partial<Read<O>>)[] => {
    if (!isRecord(value)) return [];
    if (!Object.entries(required).every(([name, accepts]) => accepts(value[name]))) return [];
    const known = Object.entries({ ...required, ...optional }).filter(
      ([name, accepts]) => Object.hasOwn(value, name) && accepts(value[name]),
    );
    return [Object.fromEntries(known.map(([name]) => [name, value[name]])) as Read<R> & Read<O>];
  };
