/** A time relative to now, the whole of it on hover and for screen readers. */
import { absoluteText, pastText, relativeText } from '../../core/format/format.js';
import { useZone } from '../../data/preferences.js';
import { useNow } from './use-now.js';

export interface TimeProps {
  at: string;
  /** It may lie ahead. What has been never does, whatever the browser's clock says. */
  isAhead?: boolean;
}

export function Time({ at, isAhead = false }: TimeProps) {
  const nowMs = useNow();
  const zone = useZone();
  return (
    <time dateTime={at} title={absoluteText(at, zone)}>
      {isAhead ? relativeText(at, nowMs) : pastText(at, nowMs)}
    </time>
  );
}
