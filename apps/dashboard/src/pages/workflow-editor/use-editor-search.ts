/** The state of the editor that its address holds, so that a link shows the same. */
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../../core/paths/paths.js';
import { type EditorSearch, editorSearch, stepTo } from './model/editor-search.js';
import { useEditorOf } from './store/editor-context.js';
import { type Address, keepAddress } from './store/keep-address.js';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Opening a panel has made this step. */
    isPanelStep?: boolean;
  }
}

const isSame = (a: Record<string, string>, b: Record<string, string>): boolean =>
  new URLSearchParams(a).toString() === new URLSearchParams(b).toString();

/** Reads the address itself: several changes may come before the next picture. */
function addressIn(router: ReturnType<typeof useRouter>, pathname: string): Address {
  const read = (): EditorSearch | null => {
    const { location } = router.history;
    if (location.pathname !== pathname) return null;
    return editorSearch.parse(Object.fromEntries(new URLSearchParams(location.search)));
  };
  return {
    read,
    subscribe: (moved) => router.history.subscribe(moved),
    change: (changes) => {
      const from = read();
      if (from === null) return;
      const to = { ...from, ...changes };
      const search = editorSearch.format(to);
      if (isSame(search, editorSearch.format(from))) return;
      const isPanelStep = router.history.location.state.isPanelStep === true;
      const step = stepTo(from, to, isPanelStep);
      if (step === 'back') router.history.back();
      else
        void router.navigate({
          ...{ to: pathname, search, replace: step === 'replace', resetScroll: false },
          state: { isPanelStep: step === 'push' || isPanelStep },
        });
    },
  };
}

export interface SearchState {
  readonly search: EditorSearch;
  change(changes: Partial<EditorSearch>): void;
}

export function useEditorSearch(): SearchState {
  const { workspaceId, workflowId } = useEditorOf();
  const router = useRouter();
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const { change } = addressIn(router, paths.workflow(workspaceId, workflowId));
  return { search: editorSearch.parse(raw), change };
}

/** The outside system is the address. */
export function useKeptAddress(): void {
  const { store, workspaceId, workflowId } = useEditorOf();
  const router = useRouter();
  useEffect(
    () => keepAddress(store, addressIn(router, paths.workflow(workspaceId, workflowId))),
    [store, router, workspaceId, workflowId],
  );
}
