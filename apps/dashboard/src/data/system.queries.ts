import { queryOptions } from '@tanstack/react-query';
import { send } from './send.js';

export const getSystem = (workspaceId: string) =>
  queryOptions({
    queryKey: [workspaceId, 'getSystem'],
    queryFn: ({ signal }) =>
      send<Readonly<Record<string, unknown>>>('GET', '/system', { workspace: workspaceId, signal }),
  });
