import { lazyRouteComponent } from '@tanstack/react-router';
import { executionSearch, peekSearch } from '../../core/filter/execution-filter.js';

export const executionsRoute = {
  path: 'executions',
  validateSearch: (raw: Record<string, unknown>) => ({
    ...executionSearch.format(executionSearch.parse(raw)),
    ...peekSearch.format(peekSearch.parse(raw)),
  }),
  component: lazyRouteComponent(() => import('./executions-page.js'), 'ExecutionsPage'),
} as const;
