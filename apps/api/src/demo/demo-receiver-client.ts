/** Asks the receiver of the demo, a process of this installation, for its state. */
import { ApiError, unavailable } from '../errors/api-error.js';
import {
  type DemoFile,
  demoReceiver,
  type DemoReceiverView,
  type ReceiverChange,
} from './demo.schemas.js';

/** The receiver is on this machine or in its network. */
const patienceMs = 2_000;

/**
 * @param change null: only its state is read
 * @throws ApiError 503 when it does not answer as our receiver does
 */
export async function callDemoReceiver(
  { receiverUrl, controlKey }: Pick<DemoFile, 'receiverUrl' | 'controlKey'>,
  change: ReceiverChange | null = null,
): Promise<DemoReceiverView> {
  try {
    const response = await fetch(new URL('/control/receiver', receiverUrl), {
      method: change === null ? 'GET' : 'PUT',
      headers: { authorization: `Bearer ${controlKey}`, 'content-type': 'application/json' },
      ...(change !== null && { body: JSON.stringify(change) }),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    return demoReceiver.parse(await response.json());
  } catch {
    throw unavailable('The receiver of the demo');
  }
}

/** Null when it does not answer. */
export const stateOfDemoReceiver = (demo: DemoFile): Promise<DemoReceiverView | null> =>
  callDemoReceiver(demo).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
