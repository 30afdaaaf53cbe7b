import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ExecutionSearch, executionSearch } from './model/execution-search.js';

export interface SearchState {
  readonly search: ExecutionSearch;
  /** Replaces the address: a selection is no step of the history. */
  change(changes: Partial<ExecutionSearch>): void;
}

/** What the page shows is in its address, so that a link shows the same. */
export function useExecutionSearch(): SearchState {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const search = executionSearch.parse(raw);
  return {
    search,
    change: (changes) =>
      void navigate({
        to: '.',
        search: executionSearch.format({ ...search, ...changes }),
        replace: true,
      }),
  };
}
