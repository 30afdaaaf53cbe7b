/** The part of JSON Schema that the server writes, with its hints. */
export interface Schema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly 'x-ui'?: string;
  readonly 'x-unit'?: string;
  readonly 'x-group'?: string;
  readonly 'x-beside'?: string;
  readonly 'x-unchosen'?: string;
  readonly 'x-labels'?: Readonly<Record<string, string>>;
  readonly 'x-either'?: readonly Way[];
}

/** A way to fill an object, with the fields that only it has: `value`, `routes[].equals`. */
export interface Way {
  readonly title: string;
  readonly fields: readonly string[];
}

/** The schema without the fields of other ways, at its top and in the items of its lists. */
export function withoutFields(
  schema: Schema,
  hidden: readonly string[],
  needed: readonly string[],
): Schema {
  const entries = Object.entries(schema.properties ?? {})
    .filter(([name]) => !hidden.includes(name))
    .map(([name, property]): [string, Schema] => {
      const inside = (all: readonly string[]): string[] =>
        all.flatMap((field) =>
          field.startsWith(`${name}[].`) ? [field.slice(name.length + 3)] : [],
        );
      const { items } = property;
      return items === undefined
        ? [name, property]
        : [name, { ...property, items: withoutFields(items, inside(hidden), inside(needed)) }];
    });
  const required = [...(schema.required ?? []), ...needed];
  return schema.properties === undefined
    ? schema
    : { ...schema, required, properties: Object.fromEntries(entries) };
}
