/** The person a provider speaks of, and the highest role that it gives them. Pure. */
import { type WorkspaceRole, workspaceRoles } from '@libs/persistence';
import { z } from 'zod';
import { OidcRefusal } from './oidc-refusal.js';

export type Claims = Readonly<Record<string, unknown>>;

interface VerifiedPerson {
  /** In lower case, as members are stored. */
  readonly email: string;
  /** Null: the member's own role alone counts. */
  readonly highestRole: WorkspaceRole | null;
}

/**
 * ASCII before it is made lower case: the Kelvin sign becomes a "k" then, so the holder of one
 * address would be the member with another.
 */
const address = z
  .string()
  .regex(/^[\x21-\x7e]{3,254}$/)
  .toLowerCase()
  .pipe(z.email());

const isRole = (value: unknown): value is WorkspaceRole =>
  workspaceRoles.some((role) => role === value);

/** Whether the ID token says all that is needed; else the provider's userinfo is asked. */
export const isComplete = (claims: Claims, roleClaim: string | undefined): boolean =>
  ['email', 'email_verified', ...(roleClaim === undefined ? [] : [roleClaim])].every(
    (name) => claims[name] !== undefined,
  );

/** @throws OidcRefusal unverified_email, no_role */
export function verifiedPersonIn(
  claims: Claims,
  roleClaim: string | undefined,
  next: string | null,
): VerifiedPerson {
  const email = address.safeParse(claims['email']);
  if (!email.success || claims['email_verified'] !== true)
    throw new OidcRefusal('unverified_email', next);
  if (roleClaim === undefined) return { email: email.data, highestRole: null };
  const roles = [claims[roleClaim]].flat().filter(isRole);
  const highestRole = workspaceRoles.findLast((role) => roles.includes(role));
  if (highestRole === undefined) throw new OidcRefusal('no_role', next);
  return { email: email.data, highestRole };
}
