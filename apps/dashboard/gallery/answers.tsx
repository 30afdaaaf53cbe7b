/** Parts that ask the server, with answers that are there already. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';

type Answer = readonly [key: readonly unknown[], data: unknown];

export interface AnsweredProps {
  answers: readonly Answer[];
  children: ReactNode;
}

const router = createRouter({
  routeTree: createRootRoute(),
  history: createMemoryHistory({ initialEntries: ['/'] }),
});

export function Answered({ answers, children }: AnsweredProps) {
  const [client] = useState(() => {
    const made = new QueryClient({
      defaultOptions: { queries: { staleTime: Infinity, retry: false, enabled: false } },
    });
    for (const [key, data] of answers) made.setQueryData(key, data);
    return made;
  });
  return (
    <RouterContextProvider router={router}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </RouterContextProvider>
  );
}
