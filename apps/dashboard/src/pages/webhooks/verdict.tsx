import type { Verification } from '../../data/webhooks.queries.js';
import { webhooksText as words } from '../../text/webhooks.js';
import { Notice } from '../../ui/notice.js';

export interface VerdictProps extends Verification {
  /** Said of a match by the secret that signs now. */
  said?: string;
}

export function Verdict({ matches, signedWith, differs, bodyDiffersAt, said }: VerdictProps) {
  if (matches && signedWith !== null) {
    if (said !== undefined && signedWith === 'current')
      return <Notice tone="success" title={words.matches} detail={said} />;
    return <Notice tone="success" title={words.matches} detail={words.matchesBy[signedWith]} />;
  }
  const reasons = differs.map((part) => words.difference[part]);
  const at = bodyDiffersAt === null ? [] : [words.differsAt(bodyDiffersAt)];
  return <Notice tone="error" title={words.differs} detail={[...reasons, ...at].join(' ')} />;
}
