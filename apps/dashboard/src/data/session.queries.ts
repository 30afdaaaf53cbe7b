/** Who is signed in, on which devices, and how one may sign in. */
import type { Operations } from '@libs/client';
import { queryOptions } from '@tanstack/react-query';
import { ask, call } from './ask.js';

export type Session = Operations['getSession']['answer']['data'];
export type Device = Operations['listSessions']['answer']['data'][number];
export type Credential = Operations['createSession']['request']['body'];

export const currentSession = () =>
  queryOptions({
    queryKey: [null, 'getSession'],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Session> =>
      (await call(null, 'getSession', {}, signal)).data,
  });

export const listDevices = (workspaceId: string) => ask(workspaceId, 'listSessions', {});

export const signInMethods = () => ask(null, 'listAuthMethods', {});

export const signIn = async (credential: Credential): Promise<Session> =>
  (await call(null, 'createSession', { body: credential })).data;

export const signOut = (): Promise<unknown> => call(null, 'endSession', {});

export const revokeDevice = (id: string): Promise<unknown> =>
  call(null, 'endOtherSession', { path: { id } });
