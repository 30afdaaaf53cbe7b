/** API keys in requests and answers. */
import { type ApiKeyEntity, type ApiKeyScope, workspaceRoles } from '@libs/persistence';
import { z } from 'zod';
import { answer, instant, one, page, type View } from '../http/answers.js';
import { createdAt, exampleIds, updatedAt } from '../http/example-values.js';

const scopes = [
  'logs:read',
  'workflows:run',
  'workflows:write',
] as const satisfies readonly ApiKeyScope[];

export const apiKeyBody = z.strictObject({
  name: z.string().trim().min(1).max(200),
  /** Default: all scopes of the calling key. */
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .transform((values) => scopes.filter((scope) => values.includes(scope)))
    .optional(),
  expiresAt: z.iso
    .datetime({ offset: true })
    .refine((text) => Date.parse(text) > Date.now(), 'must be in the future')
    .nullish(),
  /** The owning member, or null for a workspace key. Default: the same as the calling key. */
  userId: z.uuid().toLowerCase().nullable().optional(),
  /** Only for a workspace key; a member's key has the member's role. */
  role: z.enum(workspaceRoles).optional(),
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
  scopes: z.array(z.enum(scopes)),
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
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  ...(key !== null && { key }),
});
