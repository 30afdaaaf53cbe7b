/** What a row says of a key: whose it is, what it may, and whether it should still be there. */
import type { ApiKey } from '../../../core/api-key/api-key.js';
import { frame } from '../../../text/frame.js';
import { keysText as words } from '../../../text/keys.js';

export interface KeyMember {
  readonly userId: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: 'viewer' | 'editor' | 'owner';
}

const dayMs = 86_400_000;
const soonDays = 14;
const unusedDays = 90;
const allScopes = 3;

/** A member's key has the member's role, as it is when the key is used. */
export function ownerOf({ userId, role }: ApiKey, members: readonly KeyMember[]) {
  const roleText = (one: KeyMember['role'] | null | undefined): string | null =>
    one == null ? null : frame.role[one];
  if (userId === null) return { name: words.ofWorkspace, role: roleText(role) };
  const member = members.find((one) => one.userId === userId);
  if (member === undefined) return { name: words.ofMember, role: null };
  return { name: member.name || (member.email ?? words.ofMember), role: roleText(member.role) };
}

export function scopesText(scopes: ApiKey['scopes']): string {
  if (scopes.length >= allScopes) return words.everything;
  const text = scopes.map((scope) => words.scope[scope]).join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Null: in all workflows, from anywhere. */
export function limitsText({ workflowIds, allowedAddresses }: ApiKey): string | null {
  const limits = [
    workflowIds === null ? null : words.onlyWorkflows(workflowIds.length),
    allowedAddresses === null ? null : words.onlyFrom(allowedAddresses),
  ].filter((limit) => limit !== null);
  return limits.length === 0 ? null : limits.join(', ');
}

export const isUnused = ({ lastUsedAt, createdAt }: ApiKey, nowMs: number): boolean =>
  nowMs - Date.parse(lastUsedAt ?? createdAt) > unusedDays * dayMs;

export const endsSoon = ({ expiresAt }: ApiKey, nowMs: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) - nowMs < soonDays * dayMs;
