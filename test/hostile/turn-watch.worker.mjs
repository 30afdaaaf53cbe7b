/**
 * The reporting thread of turn-watch.mjs. Profiles the main thread continuously and keeps the parts
 * with long turns.
 */
import { appendFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import { topOf } from './profile-top.mjs';
import { fields, ring } from './turn-ring.mjs';

const { shared, file, pid } = workerData;
const slots = new Float64Array(shared);
const turns = ring(slots);
const lookMs = 20;
const profiledMs = 250;
const blockedMs = 300;
/** Rare: reading a profile blocks the main thread for up to half a second. */
const newProfileMs = 600_000;

const write = (line) => appendFileSync(file, `${JSON.stringify({ pid, ...line })}\n`);
const now = () => performance.timeOrigin + performance.now();

const session = new Session();
session.connectToMainThread();
const post = (method, params) =>
  new Promise((resolve, reject) =>
    session.post(method, params, (error, result) =>
      error === null ? resolve(result) : reject(error),
    ),
  );

let profiledSince = 0;
let former = null;
/** Long turns whose profile is not read yet. */
let wanted = [];
let isReading = false;

async function startProfile() {
  await post('Profiler.start');
  profiledSince = now();
}

/** Converts epoch ms to the profile's clock: monotonic, in µs. */
const clockOf = (at) => Number(process.hrtime.bigint() / 1_000n) - (now() - at) * 1_000;

/** Ends the profile, keeps the wanted parts, and begins the next one. */
async function readProfile() {
  isReading = true;
  const asked = wanted;
  wanted = [];
  const at = now();
  try {
    const { profile } = await post('Profiler.stop');
    const ended = { profile, since: profiledSince };
    await startProfile();
    // Both calls run on the main thread, so that turn is caused by the watch.
    write({ kind: 'watching', at, ms: now() - at });
    for (const turn of asked) {
      // A profile requested during a turn ends together with that turn.
      const { profile } = turn.at >= ended.since || former === null ? ended : former;
      const from = clockOf(turn.at);
      const functions = topOf(profile, from, from + turn.wallMs * 1_000);
      write({ kind: 'profile', at: turn.at, functions });
    }
    former = ended;
  } finally {
    isReading = false;
  }
}

let reported = { heap: 0, rss: 0 };
let blockedTick = 0;
function look() {
  const tickAt = slots[fields.tickAt];
  const sinceMs = now() - tickAt;
  for (const turn of turns.take()) {
    write({ kind: 'turn', ...turn });
    if (turn.cpuMs > profiledMs) wanted.push(turn);
  }
  if (sinceMs > blockedMs && tickAt !== blockedTick) {
    blockedTick = tickAt;
    write({ kind: 'blocked', at: tickAt, ms: sinceMs });
  }
  const [heap, rss] = [slots[fields.heap], process.memoryUsage.rss()];
  if (heap > reported.heap * 1.02 || rss > reported.rss * 1.02) {
    reported = { heap: Math.max(heap, reported.heap), rss: Math.max(rss, reported.rss) };
    write({ kind: 'peak', at: now(), ...reported });
  }
  if (
    !isReading &&
    profiledSince > 0 &&
    (wanted.length > 0 || now() - profiledSince > newProfileMs)
  )
    void readProfile().catch((error) => write({ kind: 'unprofiled', message: String(error) }));
}

write({ kind: 'watch', at: now() });
setInterval(look, lookMs);
await post('Profiler.enable');
await post('Profiler.setSamplingInterval', { interval: 10_000 });
await startProfile();
