/** The state of the editor that its address holds, so that a link shows the same. */
import {
  type RouterHistory,
  useNavigate,
  type UseNavigateResult,
  useRouter,
  useSearch,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../../core/paths/paths.js';
import { useIsNarrow } from '../../ui/use-is-narrow.js';
import { type EditorSearch, editorSearch, stepTo } from './model/editor-search.js';
import { useEditorOf } from './store/editor-context.js';
import { type Address, keepAddress } from './store/keep-address.js';

declare module '@tanstack/history' {
  interface HistoryState {
    /** Opening a panel has made this step. */
    isPanelStep?: boolean;
  }
}

interface WithHistory {
  readonly history: RouterHistory;
}

/** The router that is not registered says `any` of its history. */
const useTypedRouter = (): WithHistory => useRouter();

const isSame = (a: Record<string, string>, b: Record<string, string>): boolean =>
  new URLSearchParams(a).toString() === new URLSearchParams(b).toString();

/** Reads the address itself: several changes may come before the next picture. */
function addressIn(
  history: RouterHistory,
  navigate: UseNavigateResult<string>,
  pathname: string,
): Address {
  const read = (): EditorSearch | null => {
    const { location } = history;
    if (location.pathname !== pathname) return null;
    return editorSearch.parse(Object.fromEntries(new URLSearchParams(location.search)));
  };
  return {
    read,
    subscribe: (moved) => history.subscribe(moved),
    change: (changes) => {
      const from = read();
      if (from === null) return;
      const to = { ...from, ...changes };
      const search = editorSearch.format(to);
      if (isSame(search, editorSearch.format(from))) return;
      const isPanelStep = history.location.state.isPanelStep === true;
      const step = stepTo(from, to, isPanelStep);
      if (step === 'back') history.back();
      else
        void navigate({
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
  const { history } = useTypedRouter();
  const navigate = useNavigate();
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const { change } = addressIn(history, navigate, paths.workflow(workspaceId, workflowId));
  return { search: editorSearch.parse(raw), change };
}

/** What was chosen; else the outline on phones. */
export function useShownView(): NonNullable<EditorSearch['view']> {
  const { view } = useEditorSearch().search;
  const isNarrow = useIsNarrow();
  return view ?? (isNarrow ? 'outline' : 'canvas');
}

/** The outside system is the address. */
export function useKeptAddress(): void {
  const { store, workspaceId, workflowId } = useEditorOf();
  const { history } = useTypedRouter();
  const navigate = useNavigate();
  useEffect(
    () => keepAddress(store, addressIn(history, navigate, paths.workflow(workspaceId, workflowId))),
    [store, history, navigate, workspaceId, workflowId],
  );
}
