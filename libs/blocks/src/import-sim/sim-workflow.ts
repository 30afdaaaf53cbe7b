/**
 * A workflow as Sim exports it (reference: its stored workflow state): blocks by id with sub-blocks
 * by id, edges with handles. Only fields that are converted are read; any others may be present.
 */
import { measure } from '@libs/workflow';
import { z } from 'zod';

const text = z.string().min(1);
const subBlock = z.looseObject({ value: z.unknown().optional() });
const simBlock = z.looseObject({
  id: text.optional(),
  type: text,
  name: text,
  enabled: z.boolean().default(true),
  subBlocks: z.record(z.string(), subBlock).default({}),
  data: z.looseObject({ parentId: z.string().nullish() }).nullish(),
});

/** As many as a workflow may have here. */
const maxBlocks = 1_000;
const maxEdges = 5_000;
/** An export is read and converted in one turn of the event loop. */
const maxLength = 4 * 1_024 * 1_024;
const maxWeight = 500_000;

const state = z.looseObject({
  blocks: z
    .record(z.string(), simBlock)
    .refine((blocks) => Object.keys(blocks).length <= maxBlocks, {
      message: `must have at most ${maxBlocks} blocks`,
    }),
  edges: z
    .array(z.looseObject({ source: text, target: text, sourceHandle: z.string().nullish() }))
    .max(maxEdges)
    .default([]),
  loops: z.record(z.string(), z.looseObject({})).nullish(),
  parallels: z.record(z.string(), z.looseObject({})).nullish(),
  variables: z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .nullish()
    .transform((found) => Object.values(found ?? {})),
});

/** The state itself, or a file that has it under `state`. */
export const simWorkflow = z.preprocess((input, context) => {
  const { overflow } = measure(input, maxLength, maxWeight);
  if (overflow !== null) {
    context.addIssue({
      code: 'custom',
      message: `has more than ${maxLength} characters as JSON, or too many values; the limit is reached at ${overflow}`,
    });
    return z.NEVER;
  }
  const holder = input as { blocks?: unknown; state?: unknown } | null;
  return typeof holder === 'object' && holder?.blocks === undefined ? holder?.state : input;
}, state);

export type SimWorkflow = z.output<typeof simWorkflow>;
export type SimBlock = z.output<typeof simBlock>;

export const simVariable = z.looseObject({
  name: text,
  type: z.string().default('plain'),
  value: z.unknown().optional(),
});

export type Values = (id: string) => unknown;

/** Value of a sub-block; an empty one counts as absent. */
export const valuesOf =
  ({ subBlocks }: SimBlock): Values =>
  (id) => {
    const value = subBlocks[id]?.value;
    return value === null || value === '' ? undefined : value;
  };

export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value);

/** JSON typed into a field is parsed; any other text stays text. */
export function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** Rows of a table `{cells: {Key, Value}}`, or a plain object, as lists of pairs. */
export function pairsOf(value: unknown): { key: string; value: string }[] {
  const table = jsonOf(value);
  const pair = (key: unknown, field: unknown): { key: string; value: string }[] =>
    typeof key === 'string' && key !== '' ? [{ key, value: textOf(field) }] : [];
  if (Array.isArray(table)) {
    return table.flatMap((row: { cells?: { Key?: unknown; Value?: unknown } } | null) =>
      pair(row?.cells?.Key, row?.cells?.Value),
    );
  }
  if (table === null || typeof table !== 'object') return [];
  return Object.entries(table).flatMap(([key, field]) => pair(key, field));
}

/** Fields from Sim's builder: a list of `{name, type, value}`, nested for objects. */
export function builtData(value: unknown): Record<string, unknown> {
  const fields = jsonOf(value);
  if (!Array.isArray(fields)) return {};
  return Object.fromEntries(
    fields.flatMap((field: { name?: unknown; type?: unknown; value?: unknown } | null) =>
      typeof field?.name === 'string' && field.name !== ''
        ? [
            [
              field.name,
              field.type === 'object' && Array.isArray(field.value)
                ? builtData(field.value)
                : field.type === 'string'
                  ? textOf(field.value)
                  : jsonOf(field.value),
            ],
          ]
        : [],
    ),
  );
}
