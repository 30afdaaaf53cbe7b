import { z } from 'zod';

/** Names that `{{NAME}}` can refer to. */
export const secretName = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

const maxValueLength = 32_768;

export const secretBody = z.strictObject({ value: z.string().min(1).max(maxValueLength) });
export type SecretBody = z.output<typeof secretBody>;

/** Values are write-only. */
export interface SecretView {
  readonly name: string;
  readonly updatedAt: string;
}

export interface SecretRow {
  readonly name: string;
  readonly updated_at: Date;
}

export const viewOf = (row: SecretRow): SecretView => ({
  name: row.name,
  updatedAt: row.updated_at.toISOString(),
});
