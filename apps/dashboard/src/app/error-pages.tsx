import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { ApiRefusal } from '@libs/client';
import { FailureNotice } from '../parts/failure/failure-notice.js';
import { common } from '../text/common.js';
import { frame } from '../text/frame.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { Notice } from '../ui/notice.js';

const reload = (): void => window.location.reload();

/** A request that failed says how; a fault of the page itself can only be loaded again. */
export function PageFailed({ error }: ErrorComponentProps) {
  if (error instanceof ApiRefusal || error instanceof TypeError)
    return <FailureNotice error={error} onRetry={reload} />;
  return (
    <Notice tone="error" title={common.failure.page} detail={common.failure.pageDetail}>
      <Button onPress={reload}>{common.failure.reload}</Button>
    </Notice>
  );
}

export function NotFoundPage() {
  return (
    <EmptyState title={frame.notFound}>
      <Link to="/">{frame.toExecutions}</Link>
    </EmptyState>
  );
}
