/** What is done with the deliveries of a receiver: sent, held, tried one by one, or nothing. */
import { type BreakerState, breakerLookOf } from '../../core/status/status.js';
import { SignLabel } from './status-label.js';

export function BreakerLabel({ state }: { state: BreakerState }) {
  return <SignLabel look={breakerLookOf(state)} />;
}
