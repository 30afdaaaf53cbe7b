/** The methods by which a webhook trigger is called. Drafts may have anything in its place. */
interface Block {
  readonly type: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Null: the workflow has no webhook trigger. */
export function methodsOf(blocks: readonly Block[]): readonly string[] | null {
  const trigger = blocks.find(({ type }) => type === 'webhook');
  if (trigger === undefined) return null;
  const { methods } = trigger.config;
  const named = Array.isArray(methods)
    ? methods.filter((one: unknown): one is string => typeof one === 'string')
    : [];
  return named.length === 0 ? ['POST'] : named;
}
