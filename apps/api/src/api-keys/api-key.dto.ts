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
  /** All scopes of the key that asks when left out. */
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .transform((values) => scopes.filter((scope) => values.includes(scope)))
    .optional(),
  expiresAt: z.iso
    .datetime({ offset: true })
    .refine((text) => Date.parse(text) > Date.now(), 'must lie in the future')
    .nullish(),
  /** Whose key it is: a member's, or null for the workspace's own. As the asking key's when left out. */
  userId: z.uuid().toLowerCase().nullable().optional(),
  /** Of a key of the workspace; a member's key has the member's role. */
  role: z.enum(workspaceRoles).optional(),
});
export type ApiKeyBody = z.output<typeof apiKeyBody>;

export const listApiKeysQuery = z.strictObject(pageParameters);
export type ListApiKeysParameters = z.output<typeof listApiKeysQuery>;

export interface ApiKeyView {
  readonly id: string;
  readonly workspaceId: string;
  /** The member it belongs to; null: it is the workspace's own. */
  readonly userId: string | null;
  /** Of a key of the workspace; null: the member's role, as it is when the key is used. */
  readonly role: WorkspaceRole | null;
  readonly name: string;
  /** Its first characters, to recognise it by. */
  readonly prefix: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  /** To the minute. */
  readonly lastUsedAt: string | null;
  /** Only in the answer to the request that made it. */
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
