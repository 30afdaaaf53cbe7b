/**
 * Loaded into a process with `--import`. Appends event loop delay and GC times to PROBE_FILE, four
 * JSON lines a second: `{ at, delayMs, utilization, gcMs, gcMostMs, heapMb }`, `at` in epoch ms.
 */
import { appendFileSync } from 'node:fs';
import { memoryUsage } from 'node:process';
import { monitorEventLoopDelay, performance, PerformanceObserver } from 'node:perf_hooks';

const everyMs = 250;
const file = process.env.PROBE_FILE;
if (file !== undefined) {
  let [gcMs, gcMostMs] = [0, 0];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      gcMs += duration;
      gcMostMs = Math.max(gcMostMs, duration);
    }
  }).observe({ entryTypes: ['gc'] });
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  let loop = performance.eventLoopUtilization();
  const rounded = (value) => Math.round(value * 10) / 10;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const line = {
      at: Date.now(),
      delayMs: rounded(delays.max / 1e6),
      utilization: rounded(performance.eventLoopUtilization(now, loop).utilization * 100),
      gcMs: rounded(gcMs),
      gcMostMs: rounded(gcMostMs),
      heapMb: Math.round(memoryUsage().heapUsed / 1e6),
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
    [loop, gcMs, gcMostMs] = [now, 0, 0];
    delays.reset();
  }, everyMs).unref();
}
