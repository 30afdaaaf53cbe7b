/** What is done with the deliveries of a receiver: sent, held, tried one by one, or nothing. */
import { type ReceiverState, receiverLookOf } from '../../core/status/receiver-look.js';
import { SignLabel } from '../status-label/status-label.js';

export function ReceiverLabel({ state }: { state: ReceiverState }) {
  return <SignLabel look={receiverLookOf(state)} />;
}
