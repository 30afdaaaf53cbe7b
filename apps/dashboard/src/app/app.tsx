import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createQueryClient } from '../data/query-client.js';
import { common } from '../text/common.js';
import { KitProvider } from '../ui/kit.js';
import { Toasts } from '../ui/toast.js';
import { preloadAllChunks } from './lazy-page.js';
import { createAppRouter } from './router.js';

export function App() {
  const [{ queryClient, router }] = useState(() => {
    const client = createQueryClient();
    return { queryClient: client, router: createAppRouter(client) };
  });
  // The outside system is the network.
  useEffect(() => void preloadAllChunks(queryClient), [queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      <KitProvider words={common.kit} follow={(href) => void router.navigate({ href })}>
        <RouterProvider router={router} />
        <Toasts />
      </KitProvider>
    </QueryClientProvider>
  );
}
