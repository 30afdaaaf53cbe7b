/** Secrets of a workspace in requests and answers. */
import { z } from 'zod';
import { answer, instant, list, one, type View } from '../http/answers.js';
import { updatedAt } from '../http/example-values.js';

/** Names that `{{NAME}}` can refer to. */
export const secretName = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

const maxValueLength = 32_768;

export const secretBody = z.strictObject({ value: z.string().min(1).max(maxValueLength) });
export type SecretBody = z.output<typeof secretBody>;

/** Values are write-only. */
const secretView = z.object({ name: z.string(), updatedAt: instant });
export type SecretView = View<typeof secretView>;

const example = { name: 'ERP_TOKEN', updatedAt };
export const secretAnswer = answer('SecretAnswer', one(secretView), { data: example });
export const secretList = answer('SecretList', list(secretView), { data: [example] });

export interface SecretRow {
  readonly name: string;
  readonly updated_at: Date;
}

export const viewOf = (row: SecretRow): SecretView => ({
  name: row.name,
  updatedAt: row.updated_at.toISOString(),
});
