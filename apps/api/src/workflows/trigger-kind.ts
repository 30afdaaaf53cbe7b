import type { WorkflowDefinition } from '@libs/workflow';

/** As logs name them. */
export const triggerKinds = ['api', 'webhook', 'schedule', 'manual', 'chat'] as const;
type TriggerKind = (typeof triggerKinds)[number];

const kindOfBlock: ReadonlyMap<string, TriggerKind> = new Map([
  ...triggerKinds.filter((kind) => kind !== 'api').map((kind) => [kind, kind] as const),
  ['api_trigger', 'api'],
]);

/** The first trigger block counts, as in checks. Equal to `trigger_kind_of` in the database. */
export const triggerKindOf = ({ blocks }: WorkflowDefinition): TriggerKind | null =>
  blocks.map(({ type }) => kindOfBlock.get(type)).find((kind) => kind !== undefined) ?? null;
