/** What `GET /block-types` says of a type, as far as adding and connecting blocks need it. */
import { type BlockDefinition, errorPort } from '@libs/workflow';

export interface BlockType {
  readonly type: string;
  readonly role: string;
  readonly title: string;
  readonly summary: string;
  readonly category: string;
  /** Besides `error`: a list, or the fields of the configuration that name them. */
  readonly ports: readonly string[] | { readonly from: string; readonly also?: string };
  readonly hasErrorPort: boolean;
}

export type BlockTypes = ReadonlyMap<string, BlockType>;

export const blockTypesByName = (types: Iterable<BlockType>): BlockTypes =>
  new Map(Array.from(types, (one) => [one.type, one]));

const fieldIn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** Texts at a path: `conditions[].port` has one per entry. */
function textsAt(config: unknown, at: string): string[] {
  const [list = '', inner] = at.split('[].');
  const value = fieldIn(config, list);
  const found = inner === undefined ? [value] : Array.isArray(value) ? value : [];
  return found
    .map((entry: unknown) => (inner === undefined ? entry : fieldIn(entry, inner)))
    .filter((text) => typeof text === 'string');
}

/** The ports of a block, in order. Null: the server does not know its type. */
export function portsOf(
  { type, config }: Pick<BlockDefinition, 'type' | 'config'>,
  types: BlockTypes,
): readonly string[] | null {
  const known = types.get(type);
  if (known === undefined) return null;
  const { ports, hasErrorPort } = known;
  const own =
    'from' in ports ? [ports.from, ports.also ?? ''].flatMap((at) => textsAt(config, at)) : ports;
  return [...new Set(hasErrorPort ? [...own, errorPort] : own)];
}

export const isTrigger = (type: string, types: BlockTypes): boolean =>
  types.get(type)?.role === 'trigger';

/** For readers only: it has no edges. */
export const isNote = (type: string, types: BlockTypes): boolean =>
  types.get(type)?.role === 'annotation';
