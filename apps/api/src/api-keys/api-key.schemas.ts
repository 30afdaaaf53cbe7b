/** API keys in requests and answers. */
import { isAddressOrRange } from '@libs/config';
import { type ApiKeyEntity, apiKeyScopes, workspaceRoles } from '@libs/persistence';
import { z } from 'zod';
import { answer, instant, one, page, type View } from '../http/answers.js';
import { createdAt, exampleIds, updatedAt } from '../http/example-values.js';

const maxWorkflows = 100;
const maxAddresses = 50;

const addressOrRange = z
  .string()
  .max(50)
  .refine(
    (text) => !text.includes('%') && isAddressOrRange(text),
    'must be an address or a CIDR (not /0), e.g. 203.0.113.0/24',
  );

export const apiKeyBody = z.strictObject({
  name: z.string().trim().min(1).max(200),
  /** Default: all scopes of the calling key. */
  scopes: z
    .array(z.enum(apiKeyScopes))
    .min(1)
    .transform((values) => apiKeyScopes.filter((scope) => values.includes(scope)))
    .optional(),
  expiresAt: z.iso
    .datetime({ offset: true })
    .refine((text) => Date.parse(text) > Date.now(), 'must be in the future')
    .nullish()
    .describe('Null: never. Default: when the calling key ends.'),
  /** The owning member, or null for a workspace key. Default: the same as the calling key. */
  userId: z.uuid().toLowerCase().nullable().optional(),
  /** Only for a workspace key; a member's key has the member's role. */
  role: z.enum(workspaceRoles).optional(),
  workflowIds: z
    .array(z.uuid().toLowerCase())
    .min(1)
    .max(maxWorkflows)
    .transform((ids) => [...new Set(ids)])
    .nullish()
    .describe(
      'The only workflows that it may run and read. Null: all. Default: as the calling key.',
    ),
  allowedAddresses: z
    .array(addressOrRange)
    .min(1)
    .max(maxAddresses)
    .nullish()
    .describe(
      'Addresses and CIDRs that it may be used from. Null: any. Default: as the calling key.',
    ),
});
export type ApiKeyBody = z.output<typeof apiKeyBody>;

export const apiKeyView = z.object({
  id: z.string(),
  workspaceId: z.string(),
  userId: z.string().nullable().describe("Null: a key of the workspace, nobody's own."),
  role: z
    .enum(workspaceRoles)
    .nullable()
    .describe("Null: the member's role, as it is when the key is used."),
  name: z.string(),
  /** The first characters of the key, which identify it in lists. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiKeyScopes)),
  workflowIds: z.array(z.string()).nullable().describe('Null: all workflows of the workspace.'),
  allowedAddresses: z.array(z.string()).nullable().describe('Null: any.'),
  createdAt: instant,
  expiresAt: instant.nullable(),
  /** Precise to the minute. */
  lastUsedAt: instant.nullable(),
  key: z.string().optional().describe('Only in the answer to the request that created it.'),
});
export type ApiKeyView = View<typeof apiKeyView>;

const example: z.input<typeof apiKeyView> = {
  id: exampleIds.key,
  workspaceId: exampleIds.workspace,
  userId: exampleIds.user,
  role: null,
  name: 'laptop',
  prefix: 'fl_8Zc1',
  scopes: ['logs:read', 'workflows:run'],
  workflowIds: null,
  allowedAddresses: ['203.0.113.0/24'],
  createdAt,
  expiresAt: null,
  lastUsedAt: updatedAt,
};
export const newKeyExample = { ...example, lastUsedAt: null, key: 'fl_8Zc1… (shown once)' };

export const apiKeyAnswer = answer('ApiKeyAnswer', one(apiKeyView), { data: newKeyExample });
export const apiKeyPage = answer('ApiKeyPage', page(apiKeyView), { data: [example] });

export const viewOf = (row: ApiKeyEntity, key: string | null = null): ApiKeyView => ({
  id: row.id,
  workspaceId: row.workspaceId,
  userId: row.userId,
  role: row.role,
  name: row.name,
  prefix: row.keyPrefix,
  scopes: row.scopes,
  workflowIds: row.workflowIds,
  allowedAddresses: row.allowedAddresses,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  ...(key !== null && { key }),
});
