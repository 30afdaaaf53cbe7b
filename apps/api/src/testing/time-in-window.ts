/** For tests that count calls: calls over a window's end would count in two windows. */
import { rateWindowEndOf } from '@libs/persistence';
import { setTimeout as after } from 'node:timers/promises';

/** Resolves at a moment after which the window of rate limits lasts for that many milliseconds at least. */
export async function withTimeInWindow(neededMs: number): Promise<void> {
  for (;;) {
    const leftMs = rateWindowEndOf(Date.now()) - Date.now();
    if (leftMs >= neededMs) return;
    await after(leftMs);
  }
}
