/** A time relative to now, the whole of it on hover and for screen readers. */
import { absoluteText, relativeText } from '../../core/format/format.js';
import { useNow } from './use-now.js';

export function Time({ at }: { at: string }) {
  const nowMs = useNow();
  const absolute = absoluteText(at);
  return (
    <time dateTime={at} title={absolute}>
      {relativeText(at, nowMs)}
    </time>
  );
}
