/** What is done with the deliveries of a receiver: sent, held, tried one by one, or nothing. */
import { type ReceiverState, receiverLookOf } from '../../core/status/receiver-look.js';
import { SignLabel } from '../status-label/status-label.js';

export interface ReceiverLabelProps {
  state: ReceiverState;
  /** Of the service; null: it is on, or a person switched it off. */
  offReason?: string | null;
}

export function ReceiverLabel({ state, offReason = null }: ReceiverLabelProps) {
  return <SignLabel look={receiverLookOf(state, offReason)} />;
}
