import { Link } from '@tanstack/react-router';
import { absoluteText } from '../../core/format/format.js';
import { paths } from '../../core/paths/paths.js';
import type { ExecutionPage } from '../../data/executions.queries.js';
import { executionsText as words } from '../../text/executions.js';
import { filterText } from '../../text/filter.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { ListTree, Search } from '../../ui/icon.js';

export function ExecutionsEmpty({ workspaceId }: { workspaceId: string }) {
  return (
    <EmptyState icon={ListTree} title={words.empty} detail={words.emptyDetail}>
      <Link to={paths.start(workspaceId)}>{words.runDemo}</Link>
    </EmptyState>
  );
}

export interface ExecutionsUnmatchedProps {
  searchWindow: ExecutionPage['searchWindow'];
  onClear: () => void;
}

export function ExecutionsUnmatched({ searchWindow, onClear }: ExecutionsUnmatchedProps) {
  const detail =
    searchWindow &&
    words.lookedFrom(absoluteText(searchWindow.startDate), absoluteText(searchWindow.endDate));
  return (
    <EmptyState icon={Search} title={words.noMatch} detail={detail}>
      <Button onPress={onClear}>{filterText.clear}</Button>
    </EmptyState>
  );
}
