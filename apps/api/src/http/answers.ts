/** Answers as zod schemas: types, envelopes, and names in the OpenAPI document. */
import { z, type ZodRawShape, type ZodType } from 'zod';

type DeepReadonly<T> = T extends readonly (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;

/** The type of a view or of an answer. */
export type View<S extends ZodType> = DeepReadonly<z.output<S>>;

export const instant = z.iso.datetime();

const nextCursor = z.string().optional().describe('Absent on the last page.');

export const one = <S extends ZodType>(data: S) => z.object({ data });
export const list = <S extends ZodType>(item: S) => z.object({ data: z.array(item) });
export const page = <S extends ZodType>(item: S) => z.object({ data: z.array(item), nextCursor });

const openObject = { additionalProperties: {} };

/** The document allows more fields than it names. The type has the named ones. */
export const open = <S extends ZodRawShape>(shape: S) => z.object(shape).meta(openObject);

/** The document says only that it is an object. */
export const objectOf = <T extends object>() =>
  z
    .custom<T>((value) => typeof value === 'object' && value !== null)
    .meta({ type: 'object', properties: {}, ...openObject });

/** An answer, or a part that several answers share, with a name of its own in the document. */
export const answer = <S extends ZodType>(id: string, schema: S, example: z.input<S>): S =>
  schema.meta({ id, example });
