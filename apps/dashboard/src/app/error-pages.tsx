/** What is shown instead of a page. */
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { FailureNotice } from '../parts/failure/failure-notice.js';
import { Page } from '../parts/page/page.js';
import { common } from '../text/common.js';
import { frame as words } from '../text/frame.js';
import { AppLink } from '../ui/app-link.js';
import { buttonLook } from '../ui/button-base.js';
import { EmptyState } from '../ui/empty-state.js';
import { FrameShell } from './frame/frame-shell.js';
import styles from './error-pages.module.css';

/** Inside the frame: a page threw. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <Page title={common.failure.title}>
      <div className={styles.failed}>
        <FailureNotice error={error} onRetry={again} />
      </div>
    </Page>
  );
}

/** The frame itself could not be shown: no session was read. */
export const FrameFailed = (props: ErrorComponentProps) => (
  <FrameShell>
    <PageFailed {...props} />
  </FrameShell>
);

/** Inside the frame: its rail leads on. */
export const NoSuchPage = () => (
  <Page title={words.notFoundTitle}>
    <EmptyState title={words.notFound} detail={words.notFoundDetail} />
  </Page>
);

/** Outside of any workspace. */
export const NoSuchAddress = () => (
  <FrameShell>
    <Page title={words.notFoundTitle}>
      <EmptyState title={words.notFound} detail={words.notFoundDetail}>
        <AppLink {...buttonLook()} href="/">
          {words.toWorkspaces}
        </AppLink>
      </EmptyState>
    </Page>
  </FrameShell>
);

/** Signed in, and a member of nothing. */
export const NoWorkspace = () => (
  <FrameShell>
    <Page title={words.workspace}>
      <EmptyState title={words.noWorkspace} detail={words.noWorkspaceDetail} />
    </Page>
  </FrameShell>
);
