/** A time relative to now, the whole of it on hover and for screen readers. */
import { absoluteText, relativeText } from '../../core/format/format.js';
import { useZone } from '../../data/preferences.js';
import { useNow } from './use-now.js';

export function Time({ at }: { at: string }) {
  const nowMs = useNow();
  const zone = useZone();
  return (
    <time dateTime={at} title={absoluteText(at, zone)}>
      {relativeText(at, nowMs)}
    </time>
  );
}
