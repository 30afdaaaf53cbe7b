/**
 * HTTP load with each answer timed individually: autocannon's own histogram only has whole
 * milliseconds.
 */
import autocannon from 'autocannon';

export const body = JSON.stringify({ id: 'A-1', name: 'bench', amount: 42 });

export function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/**
 * @param duration seconds
 * @param amount number of calls, instead of a duration
 * @returns {Promise<{ count: number, rate: number, p50: number, p99: number }>} rate in answers/s,
 * times in ms
 */
export async function shoot(url, connections, duration, amount) {
  const times = [];
  const run = autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration } : { amount }),
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    timeout: 120,
  });
  run.on('response', (_client, _status, _bytes, responseTime) => times.push(responseTime));
  const result = await run;
  if (result.non2xx + result.errors > 0) {
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors from ${url}`);
  }
  times.sort((a, b) => a - b);
  return {
    count: times.length,
    rate: times.length / result.duration,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}
