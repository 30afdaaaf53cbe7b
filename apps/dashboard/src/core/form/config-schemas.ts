/** The schemas of configurations, by block type, in the schema of a whole definition. */
export type ConfigSchema = Readonly<Record<string, unknown>>;

interface Document {
  readonly $defs: Readonly<
    Record<string, { readonly properties: { readonly config: ConfigSchema } }>
  >;
}

/** @param text of `schemas/workflow-definition.json` */
export function configSchemas(text: string): Readonly<Record<string, ConfigSchema>> {
  const { $defs } = JSON.parse(text) as Document;
  return Object.fromEntries(
    Object.entries($defs).map(([type, { properties }]) => [type, properties.config]),
  );
}
