import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { setConnection } from './connection.js';
import { failureOf } from './failure.js';

/** The server no longer knows the session: every page says so. */
function noteSignedOut(error: unknown, isSession: boolean): void {
  if (!isSession && failureOf(error).kind === 'signedOut') setConnection({ state: 'ended' });
}

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => noteSignedOut(error, query.queryKey[0] === null),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) =>
        noteSignedOut(error, mutation.options.mutationKey?.[0] === 'signIn'),
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // The stream says what changed; nothing is read again because a window was focused.
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 2 && ['offline', 'broken'].includes(failureOf(error).kind),
      },
      mutations: { retry: false },
    },
  });
