/** Who is signed in, on which devices, and how one may sign in. */
import { queryOptions } from '@tanstack/react-query';
import type { Role } from '../core/status/allowed.js';
import { send } from './send.js';

export interface Session {
  readonly id: string;
  readonly userId: string | null;
  readonly email: string | null;
  readonly role: Role;
  readonly workspaces: readonly {
    readonly id: string;
    readonly name: string;
    readonly role: Role;
  }[];
  readonly expiresAt: string;
}

export interface Device {
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly address: string | null;
  readonly agent: string | null;
  readonly current: boolean;
}

export interface SignInMethods {
  readonly apiKey: boolean;
  readonly signInLinks: boolean;
  readonly oidc: readonly { readonly id: string; readonly name: string }[];
}

export type Credential = { readonly apiKey: string } | { readonly signInToken: string };

export const currentSession = () =>
  queryOptions({
    queryKey: [null, 'getCurrentSession'],
    staleTime: 60_000,
    queryFn: ({ signal }) => send<Session>('GET', '/sessions/current', { signal }),
  });

export const listDevices = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'listSessions'],
    queryFn: ({ signal }) => send<readonly Device[]>('GET', '/sessions', { signal }),
  });

export const signInMethods = () =>
  queryOptions({
    queryKey: [null, 'getAuthMethods'],
    queryFn: ({ signal }) => send<SignInMethods>('GET', '/auth/methods', { signal }),
  });

export const signIn = (credential: Credential): Promise<Session> =>
  send('POST', '/sessions', { body: credential });

export const signOut = (): Promise<unknown> => send('DELETE', '/sessions/current');

export const revokeDevice = (id: string): Promise<unknown> =>
  send('DELETE', `/sessions/${encodeURIComponent(id)}`);
