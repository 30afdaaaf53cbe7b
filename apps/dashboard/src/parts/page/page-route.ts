/** What a page tells the app about itself. Its `route.ts` imports no component. */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

interface PageVisit {
  readonly queryClient: QueryClient;
  readonly workspaceId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly search: Readonly<Record<string, unknown>>;
}

export interface PageRoute {
  /** Below the workspace, in the router's notation: `executions/$id`. */
  readonly path: string;
  /** File below `src/pages` that `component` imports. The server preloads it and its imports. */
  readonly file: string;
  readonly component: () => Promise<ComponentType>;
  /** What is shown until its code is there. */
  readonly waiting?: 'rows' | 'canvas';
  /** Drops what the page does not know. */
  readonly validateSearch?: (raw: Record<string, unknown>) => Record<string, string>;
  /** Starts the first requests, beside the session. The page shows whether they failed. */
  readonly start?: (visit: PageVisit) => void;
}
