/** What is done with the deliveries of a receiver, in words: "closed" reads as broken. */
import type { StatusLook } from './status.js';

export const receiverStates = [
  ...(['unused', 'closed', 'failing', 'open', 'probing', 'deactivated'] as const),
] as const;

/** Those of its breaker, which is closed too while nothing was sent and while it fails. */
export type ReceiverState = (typeof receiverStates)[number];

const receiverLooks: Record<ReceiverState, StatusLook> = {
  unused: { sign: 'queued', word: 'Ready' },
  closed: { sign: 'success', word: 'Sending' },
  failing: { sign: 'retrying', word: 'Degraded' },
  open: { sign: 'waiting', word: 'Holding' },
  probing: { sign: 'retrying', word: 'Probing' },
  deactivated: { sign: 'cancelled', word: 'Off' },
};

/** The service gave it up, or its receiver is gone: nobody wanted that. */
const givenUp: StatusLook = { sign: 'error', word: 'Off' };

/** @param offReason of the service; null: a person switched it off */
export const receiverLookOf = (state: ReceiverState, offReason: string | null): StatusLook =>
  state === 'deactivated' && offReason !== null ? givenUp : receiverLooks[state];
