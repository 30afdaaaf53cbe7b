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
  failing: { sign: 'retrying', word: 'Failing' },
  open: { sign: 'waiting', word: 'Holding' },
  probing: { sign: 'retrying', word: 'Probing' },
  deactivated: { sign: 'cancelled', word: 'Off' },
};

export const receiverLookOf = (state: ReceiverState): StatusLook => receiverLooks[state];
