import {
  type ApiKeyEntity,
  type ApiKeyScope,
  type WorkspaceRole,
  workspaceRoles,
} from '@libs/persistence';
import { z } from 'zod';
import { pageParameters } from '../http/page.js';

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
    .refine((text) => Date.parse(text) > Date.now(), 'must lie in the future')
    .nullish(),
  /** The owning member, or null for a workspace key. Default: the same as the calling key. */
  userId: z.uuid().toLowerCase().nullable().optional(),
  /** Only for a workspace key; a member's key has the member's role. */
  role: z.enum(workspaceRoles).optional(),
});
export type ApiKeyBody = z.output<typeof apiKeyBody>;

export const listApiKeysQuery = z.strictObject(pageParameters);
export type ListApiKeysParameters = z.output<typeof listApiKeysQuery>;

export interface ApiKeyView {
  readonly id: string;
  readonly workspaceId: string;
  /** The owning member; null for a workspace key. */
  readonly userId: string | null;
  /** Set on workspace keys; null on a member's key, which uses the member's current role. */
  readonly role: WorkspaceRole | null;
  readonly name: string;
  /** The first characters of the key, which identify it in lists. */
  readonly prefix: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  /** Precise to the minute. */
  readonly lastUsedAt: string | null;
  /** Only in the answer to the creation request. */
  readonly key?: string;
}

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
