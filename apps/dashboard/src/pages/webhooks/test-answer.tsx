import { isSuccess } from '../../core/delivery/is-success.js';
import { durationText } from '../../core/format/format.js';
import type { SubscriptionTest } from '../../data/webhooks.queries.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Notice } from '../../ui/notice.js';
import { headerLines } from './request-text.js';

/** What the receiver answered to the test. */
export function TestAnswer({ answer }: { answer: SubscriptionTest }) {
  const { status, errorCode, errorMessage, latencyMs, responseHeaders, responseBody } = answer;
  const isGood = isSuccess(status);
  return (
    <Notice
      tone={isGood ? 'success' : 'error'}
      title={
        status === null
          ? words.testFailed(errorCode ?? '', durationText(latencyMs))
          : words.testAnswered(status, durationText(latencyMs))
      }
      detail={errorMessage ?? undefined}
    >
      {status !== null && (
        <CodeBlock
          label={words.answer}
          isWrapped
          text={`${headerLines(responseHeaders)}\n${responseBody ?? ''}`.trim()}
        />
      )}
    </Notice>
  );
}
