/** For tests that count calls: calls across a window's end would count in two windows. */
import { rateWindowEndOf } from '@libs/persistence';
import { setTimeout as after } from 'node:timers/promises';

/** Resolves when the current rate limit window lasts at least that many milliseconds more. */
export async function withTimeInWindow(neededMs: number): Promise<void> {
  for (;;) {
    const leftMs = rateWindowEndOf(Date.now()) - Date.now();
    if (leftMs >= neededMs) return;
    await after(leftMs);
  }
}
