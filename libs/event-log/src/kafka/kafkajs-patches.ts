/**
 * The one place where kafkajs 2.2.4 itself is changed. Importing this module applies it, once per process.
 *
 * Timer spin (tulios/kafkajs#1751, design.md 9 cure 4): `scheduleCheckPendingRequests` re-arms a 1 ms timer for ever on every
 * connection, because "not throttled" gives a negative delay. An idle process with five clients burns 4.4 % CPU; 1.0 % with this.
 * The kept part: a timer while throttled, and every 10 ms while requests are queued behind the in-flight limit.
 */
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

const CHECK_QUEUED_MS = 10;

RequestQueue.prototype.scheduleCheckPendingRequests =
  function scheduleCheckPendingRequests(): void {
    if (this.throttleCheckTimeoutId) return;
    let delayMs = this.throttledUntil - Date.now();
    if (delayMs <= 0) {
      if (this.pending.length === 0) return;
      delayMs = CHECK_QUEUED_MS;
    }
    this.throttleCheckTimeoutId = setTimeout(() => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    }, delayMs);
  };
