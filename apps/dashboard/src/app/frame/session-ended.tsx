import { paths } from '../../core/paths/paths.js';
import { common } from '../../text/common.js';
import { Notice } from '../../ui/notice.js';

const { failure: words } = common;

/** A whole load of the sign-in page: nothing of the ended session stays in memory. */
export function SessionEnded() {
  const next = `${window.location.pathname}${window.location.search}`;
  return (
    <Notice tone="error" title={words.signedOut} detail={words.signedOutDetail}>
      <a href={`${paths.signIn()}?next=${encodeURIComponent(next)}`}>{words.signInAgain}</a>
    </Notice>
  );
}
