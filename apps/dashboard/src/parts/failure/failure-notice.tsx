/** The one look of each kind of failure, with its next step. */
import { failureOf, type Failure } from '../../data/failure.js';
import { common } from '../../text/common.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';

const { failure: words } = common;

function wordsOf(failure: Failure): { title: string; detail?: string } {
  switch (failure.kind) {
    case 'offline':
      return { title: words.offline, detail: words.offlineDetail };
    case 'fault':
      return { title: words.page, detail: words.pageDetail };
    case 'signedOut':
      return { title: words.signedOut, detail: words.signedOutDetail };
    case 'forbidden':
      return { title: words.forbidden, detail: failure.message || words.byProxy };
    case 'missing':
      return { title: words.missing, detail: words.missingDetail };
    case 'conflict':
    case 'refused':
      return { title: words.refused, detail: failure.message || words.byProxy };
    case 'limited':
      return { title: words.limited, detail: words.limitedDetail(failure.retryAfterSeconds) };
    case 'broken':
      return { title: words.broken, detail: words.brokenDetail(failure.status, failure.requestId) };
  }
}

export const failureText = (error: unknown): string => {
  const { title, detail } = wordsOf(failureOf(error));
  return detail === undefined ? title : `${title}. ${detail}`;
};

export function FailureNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <Notice tone="error" {...wordsOf(failureOf(error))}>
      {onRetry && <Button onPress={onRetry}>{common.retry}</Button>}
    </Notice>
  );
}
