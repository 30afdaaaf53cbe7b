/** A call's request and answer, from the types that the generator makes for an operation. */

/** Lists and objects of a request stay as they are. */
type Unchanged<T> = T extends readonly (infer Item)[]
  ? readonly Unchanged<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Unchanged<T[Key]> }
    : T;

/** In a URL a number and its text are equivalent. */
type InUrl<T> = {
  readonly [Key in keyof T]: string extends T[Key]
    ? string | number
    : number extends T[Key]
      ? string | number
      : T[Key];
};

/** The generator writes `never` for a part that the operation does not take. */
type NameOf<Data, Part extends keyof Data> = Part extends 'url'
  ? never
  : [Exclude<Data[Part], undefined>] extends [never]
    ? never
    : Part extends 'headers'
      ? 'header'
      : Part;

type Parts<Data> = {
  readonly [Part in keyof Data as NameOf<Data, Part>]: Part extends 'query'
    ? InUrl<Data[Part]>
    : Unchanged<Data[Part]>;
};

export interface Operation<Data, Responses> {
  readonly request: keyof Parts<Data> extends never ? Readonly<Record<string, never>> : Parts<Data>;
  readonly answer: Responses[keyof Responses];
}
