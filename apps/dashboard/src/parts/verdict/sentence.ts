/** The verdict as one sentence, with the name of a block in its middle, which is a link to it. */
import type { Place, Reason, Verdict } from '../../core/execution/verdict.js';
import { durationText } from '../../core/format/format.js';
import { tryText } from '../../core/format/ordinal.js';
import { verdictText as words } from '../../text/verdict.js';

export interface Sentence {
  readonly before: string;
  readonly place: Place | null;
  readonly after: string;
}

/** A longer message stands beside the block; here its code is enough. */
const longestReason = 40;

export const reasonText = (reason: Reason): string => {
  if (reason.kind === 'http') return words.http(reason.status);
  const message = reason.message.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
  return message.length > longestReason ? reason.code.replaceAll('_', ' ').toLowerCase() : message;
};

const plain = (before: string): Sentence => ({ before, place: null, after: '' });

export function sentenceOf(verdict: Verdict, nowMs: number): Sentence {
  switch (verdict.kind) {
    case 'success':
      return plain(words.succeeded(durationText(verdict.afterMs)));
    case 'cancelled': {
      const { place } = verdict;
      const took = durationText(verdict.afterMs);
      if (place === null) return plain(words.cancelled(took));
      return { before: words.cancelledIn(took), place, after: '' };
    }
    case 'error':
      return failure(verdict);
    case 'queued':
      return plain(words.queued);
    case 'running': {
      const { place, others } = verdict;
      if (place === null) return plain(words.running);
      return { before: words.runningIn, place, after: others === 0 ? '' : words.andMore(others) };
    }
    case 'retrying': {
      const { place, reason, nextTry, dueMs } = verdict;
      const inMs = Math.ceil((dueMs - nowMs) / 1_000) * 1_000;
      const when = inMs > 0 ? words.inTime(durationText(inMs)) : words.now;
      const after = words.retryIn(reasonText(reason), tryText(nextTry), when);
      return { before: words.retrying, place, after };
    }
    case 'waiting': {
      const { place, blockType } = verdict;
      const before = words.waiting[blockType] ?? words.waiting['wait'] ?? '';
      return { before, place, after: '' };
    }
  }
}

function failure({
  afterMs,
  place,
  reason,
  tryNumber,
}: Extract<Verdict, { kind: 'error' }>): Sentence {
  const took = durationText(afterMs);
  const tries = tryNumber > 1 ? `, ${tryText(tryNumber)}` : '';
  if (place === null) return plain(words.failed(took, reasonText(reason)));
  const [before, after] = words.failedIn(took);
  return { before, place, after: `${after}${reasonText(reason)}${tries}` };
}
