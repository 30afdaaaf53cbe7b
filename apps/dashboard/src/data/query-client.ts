import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { setConnection } from './connection.js';
import { failureOf } from './failure.js';
import { currentSession } from './session.queries.js';

export function createQueryClient(): QueryClient {
  /** The server no longer knows the session. Before there was one, the guard says so. */
  const noteSignedOut = (error: unknown, isSession: boolean): void => {
    const hadSession = client.getQueryData(currentSession().queryKey) !== undefined;
    if (!isSession && hadSession && failureOf(error).kind === 'signedOut')
      setConnection({ state: 'ended' });
  };
  const client = new QueryClient({
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
  return client;
}
