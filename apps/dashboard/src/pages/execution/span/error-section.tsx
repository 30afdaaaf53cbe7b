import type { FailedTry } from '../../../core/execution/execution-event.js';
import type { Span } from '../../../core/execution/execution-ledger.js';
import { durationText } from '../../../core/format/format.js';
import { httpText } from '../../../core/format/http-text.js';
import { executionText } from '../../../text/execution.js';
import { Notice } from '../../../ui/notice.js';
import { SideSection } from '../../../ui/side-panel.js';

const { span: words } = executionText;

export interface ErrorSectionProps {
  span: Span;
  /** The chosen try, when it failed and was followed by another. */
  failed: FailedTry | null;
  tryNumber: number;
}

/** Statuses that are tried again; libs/blocks/src/http-call/retry-policy.ts. */
const isTriedAgain = (status: number): boolean => status === 429 || status >= 500;

export function ErrorSection({ span, failed, tryNumber }: ErrorSectionProps) {
  if (failed !== null)
    return (
      <SideSection>
        <Notice
          tone="error"
          title={titleOf(failed.code, failed.status, failed.message)}
          detail={`${words.tryKeepsNone} ${words.nextTryAt(durationText(failed.retryAtMs - failed.endMs))}`}
        />
      </SideSection>
    );
  if (span.error === null) return null;
  const { code, message, httpStatus } = span.error;
  const title = titleOf(code, httpStatus, message);
  const why = whyNoMore(span, tryNumber);
  const detail = [...(title === message ? [code] : [message]), ...(why === null ? [] : [why])];
  return (
    <SideSection>
      <Notice tone="error" title={title} detail={detail.join(' ')} />
    </SideSection>
  );
}

const titleOf = (code: string, status: number | null, message: string): string =>
  code === 'HTTP_STATUS' && status !== null ? httpText(status) : message;

function whyNoMore({ error, blockType }: Span, tryNumber: number): string | null {
  if (blockType !== 'api' || error?.code !== 'HTTP_STATUS' || error.httpStatus === null)
    return null;
  if (!isTriedAgain(error.httpStatus)) return words.notRetried;
  return tryNumber > 1 ? words.triedAll(tryNumber) : null;
}
