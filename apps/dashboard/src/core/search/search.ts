/**
 * State in the URL. A parser is total: bad input becomes the default, unknown keys go. Defaults are
 * left out of the URL.
 */
interface Piece<T> {
  parse(raw: unknown): T;
  /** Undefined for the default. */
  format(value: T): string | undefined;
}

type Values<P> = { [K in keyof P]: P[K] extends Piece<infer T> ? T : never };

const textOf = (raw: unknown): string =>
  typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '';

export const text = (maxLength: number): Piece<string> => ({
  parse: (raw) => textOf(raw).slice(0, maxLength).trim(),
  format: (value) => (value === '' ? undefined : value),
});

export const oneOf = <const T extends string>(allowed: readonly T[]): Piece<T | null> => ({
  parse: (raw) => allowed.find((one) => one === raw) ?? null,
  format: (value) => value ?? undefined,
});

export const isInstant = (value: string): boolean =>
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/.test(value) &&
  !Number.isNaN(Date.parse(value));

/** A whole number from 0. */
export const whole = (): Piece<number | null> => ({
  parse: (raw) => (/^\d{1,15}$/.test(textOf(raw)) ? Number(textOf(raw)) : null),
  format: (value) => (value === null ? undefined : String(value)),
});

/** A whole number, also below 0. */
export const signed = (): Piece<number | null> => ({
  parse: (raw) => (/^-?\d{1,9}$/.test(textOf(raw)) ? Number(textOf(raw)) + 0 : null),
  format: (value) => (value === null ? undefined : String(value)),
});

/** The id of a record. */
export const id = (): Piece<string | null> => ({
  parse: (raw) => (/^[0-9a-f-]{36}$/.test(textOf(raw)) ? textOf(raw) : null),
  format: (value) => value ?? undefined,
});

export interface Search<V> {
  parse(raw: Readonly<Record<string, unknown>>): V;
  format(values: V): Record<string, string>;
}

export function search<P extends Record<string, Piece<unknown>>>(pieces: P): Search<Values<P>> {
  return {
    parse: (raw) =>
      Object.fromEntries(
        Object.entries(pieces).map(([name, piece]) => [name, piece.parse(raw[name])]),
      ) as Values<P>,
    format: (values) =>
      Object.fromEntries(
        Object.entries(pieces).flatMap(([name, piece]) => {
          const formatted = piece.format(values[name]);
          return formatted === undefined ? [] : [[name, formatted]];
        }),
      ),
  };
}
