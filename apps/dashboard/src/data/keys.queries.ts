import type { Operations } from '@libs/client';
import type { ApiKey } from '../core/api-key/api-key.js';
import { ask, call } from './ask.js';

export type NewKey = Operations['createApiKey']['answer']['data'];

export interface KeyDraft {
  readonly name: string;
  readonly scopes: ApiKey['scopes'];
  readonly expiresAt: string | null;
}

export const listKeys = (workspaceId: string) =>
  ask(workspaceId, 'listApiKeys', { query: { limit: 100 } });

/** Who owns the keys. */
export const keyMembers = (workspaceId: string) =>
  ask(workspaceId, 'listMembers', { path: { workspaceId }, query: { limit: 100 } });

export const createKey = async (workspaceId: string, draft: KeyDraft): Promise<NewKey> =>
  (await call(workspaceId, 'createApiKey', { body: draft })).data;

export const revokeKey = (workspaceId: string, id: string): Promise<unknown> =>
  call(workspaceId, 'revokeApiKey', { path: { id } });
