/** Variables of a workspace in requests and answers. */
import { overflowOf } from '@libs/workflow';
import { z } from 'zod';
import { answer, instant, one, page } from '../http/answers.js';
import { updatedAt } from '../http/example-values.js';
import { JsonText } from '../http/json-text.js';

/** Size of the value as JSON text. */
const maxValueBytes = 64 * 1_024;

/** Looks at as much of the value as may be stored. */
const isTooLarge = (value: unknown): boolean =>
  overflowOf(value, maxValueBytes) !== null ||
  Buffer.byteLength(JSON.stringify(value)) > maxValueBytes;

export const variableBody = z.strictObject({
  value: z
    .unknown()
    .superRefine((value, context) => {
      const message =
        value === undefined
          ? 'Required: any JSON value'
          : isTooLarge(value)
            ? `Has more than ${maxValueBytes} bytes as JSON; keep large data on a server and its URL here`
            : null;
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .describe('Any JSON value'),
});
export type VariableBody = z.output<typeof variableBody>;

const variableView = z.object({
  name: z.string(),
  value: z.unknown().describe('Any JSON value, as it was set.'),
  updatedAt: instant,
});

/** The value is sent as it is stored. */
export interface VariableView {
  readonly name: string;
  readonly value: JsonText;
  readonly updatedAt: string;
}

const example = { name: 'ERP_URL', value: 'https://erp.example.com', updatedAt };
export const variableAnswer = answer('VariableAnswer', one(variableView), { data: example });
export const variablePage = answer('VariablePage', page(variableView), { data: [example] });

export interface VariableRow {
  readonly name: string;
  /** JSON text. */
  readonly value: string;
  readonly updated_at: Date;
}

export const viewOf = (row: VariableRow): VariableView => ({
  name: row.name,
  value: new JsonText(row.value),
  updatedAt: row.updated_at.toISOString(),
});
