/** Secrets of a workspace in requests and answers. */
import { allowedHostOf, maxAllowedHostLength } from '@libs/egress';
import { z } from 'zod';
import { answer, instant, list, one, type View } from '../http/answers.js';
import { exampleIds, updatedAt } from '../http/example-values.js';

/** The engine masks a shorter value only where it is a whole string. */
const minValueLength = 8;
const maxValueLength = 32_768;
const maxAllowedHosts = 50;

const allowedHost = z
  .string()
  .max(maxAllowedHostLength)
  .superRefine((text, context) => {
    const parsed = allowedHostOf(text);
    if ('problem' in parsed) context.addIssue({ code: 'custom', message: parsed.problem });
  })
  .describe('A host, e.g. `api.example.com`, `*.example.com`, `10.0.0.7:8443`');

/** Whatever is left out stays as it is. */
export const secretBody = z
  .strictObject({
    value: z
      .string()
      .min(
        minValueLength,
        `A secret has at least ${minValueLength} characters, because a shorter one can not be masked inside other text. Choose a longer one, or store a value that is no secret as a variable of the workspace`,
      )
      .max(maxValueLength)
      .optional(),
    allowedHosts: z
      .array(allowedHost)
      .max(maxAllowedHosts)
      .optional()
      .describe('Hosts that it may be sent to; an empty list: any'),
    description: z.string().max(500).nullish().describe('What it is for; null: none.'),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), {
    path: ['value'],
    message: 'Required, unless "allowedHosts" or "description" changes an existing secret',
  });
export type SecretBody = z.output<typeof secretBody>;

/** Values are write-only. */
const secretView = z.object({
  name: z.string(),
  allowedHosts: z.array(z.string()).describe('Empty: it may be sent anywhere.'),
  description: z.string().nullable(),
  usedBy: z
    .array(z.string())
    .describe('Workflows whose draft or deployed version names it, at most 100.'),
  updatedAt: instant,
  updatedBy: z.string().nullable().describe('The user; null for a workspace key.'),
});
export type SecretView = View<typeof secretView>;

const example = {
  name: 'ERP_TOKEN',
  allowedHosts: ['erp.example.com'],
  description: 'Orders of the ERP, read only',
  usedBy: [exampleIds.workflow],
  updatedAt,
  updatedBy: exampleIds.user,
};
export const secretAnswer = answer('SecretAnswer', one(secretView), { data: example });
export const secretList = answer('SecretList', list(secretView), { data: [example] });

export interface SecretRow {
  readonly name: string;
  readonly allowed_hosts: readonly string[];
  readonly description: string | null;
  readonly used_by: readonly string[];
  readonly updated_by: string | null;
  readonly updated_at: Date;
}

export const viewOf = (row: SecretRow): SecretView => ({
  name: row.name,
  allowedHosts: row.allowed_hosts,
  description: row.description,
  usedBy: row.used_by,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by,
});
