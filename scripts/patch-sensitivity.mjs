/**
 * `node scripts/patch-sensitivity.mjs [NAME…]`: takes each patch of kafkajs away alone, in a copy,
 * and runs the test that `libs/event-log/src/kafka/kafkajs/README.md` names. Every test must fail.
 * The last line has the count.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyWithout } from './copy-without.mjs';
import { runChild } from './run-child.mjs';
import { setUp } from './set-up.mjs';

const folder = 'libs/event-log/src/kafka';
const patches = `${folder}/kafkajs/kafkajs-patches.ts`;

/** Without its patch, a socket may stay open for ever and keep its test from ending. */
const longestMs = 300_000;

/** Edits as [file, text, replacement]; `test` is a pattern of paths. */
const removals = [
  {
    name: 'timer of the request queue',
    test: 'kafkajs/kafkajs-patches',
    edits: [[patches, 'if (this.pending.length === 0) return;', 'delayMs = 1;']],
  },
  {
    name: 'one connect at a time',
    test: 'client/shared-connections',
    edits: [[patches, 'if (known !== undefined) return known;', 'void known;']],
  },
  {
    name: 'a fresh connection',
    test: 'kafkajs/kafkajs-patches',
    edits: [
      [
        patches,
        "this.socket?.removeAllListeners('data');\n    this.chunks = [];\n    this.bytesBuffered = 0;\n    this.bytesNeeded = sizeBytes;",
        'void sizeBytes;',
      ],
    ],
  },
  {
    name: 'a closed socket',
    test: 'kafkajs/kafkajs-patches',
    edits: [
      [
        patches,
        'socket ? Promise.race([attempt, failsWhenClosed(this, socket)]) : attempt',
        'attempt',
      ],
    ],
  },
  {
    name: 'disconnect of a dead socket',
    test: 'kafkajs/kafkajs-patches',
    edits: [[patches, 'if (this.socket?.destroyed === true) this.socket = null;', '']],
  },
  {
    name: 'broker-watch',
    test: 'client/broker-watch',
    edits: [[patches, '  watch(this);\n', '']],
  },
  {
    name: 'stop before the first join',
    test: 'kafkajs/kafkajs-patches',
    edits: [
      [patches, 'if (!this.isStopped || !memberId) return;', 'if (groupId !== null) return;'],
    ],
  },
  {
    name: 'fetchers after the stop',
    test: 'kafkajs/kafkajs-patches',
    edits: [[patches, 'if (!this.running) void this.fetchManager.stop();', '']],
  },
  {
    name: 'aborted-transactions',
    test: 'kafkajs/aborted-transactions.contract',
    edits: [[patches, 'partitions.forEach(hideAborted)', 'void partitions']],
  },
  {
    name: 'stale-batches',
    test: 'append/stale-batches',
    edits: [
      [
        patches,
        'return keepCurrent(this, planned ?? (await shippedFetch.call(this, nodeId)));',
        'return planned ?? (await shippedFetch.call(this, nodeId));',
      ],
    ],
  },
  {
    name: 'transaction-coordinators',
    test: 'append/transaction-coordinators',
    edits: [
      [
        patches,
        'return findCoordinator(this, query, () => shippedFindCoordinator.call(this, query));',
        'return shippedFindCoordinator.call(this, query);',
      ],
    ],
  },
  {
    name: 'produce-encoding',
    test: 'kafkajs/own-codec',
    edits: [
      [
        patches,
        'if (!canEncode(parameters)) return exchange;',
        'if (parameters !== null) return exchange;',
      ],
    ],
  },
  {
    name: 'fetch-decoding',
    test: 'kafkajs/own-codec',
    edits: [[patches, '(version === fetchV11 ? decodeFetch(rawData) : null) ?? ', '']],
  },
  {
    name: 'planned-fetch',
    test: 'consume/planned-fetch',
    edits: [
      [
        patches,
        'const planned = await plannedFetch(',
        'const planned = await (async (..._: unknown[]) => null)(',
      ],
    ],
  },
  {
    name: 'incremental-fetch',
    test: 'kafkajs/incremental-fetch',
    edits: [
      [
        `${folder}/kafkajs/incremental-fetch.ts`,
        'if (fields === null) return shipped(request);',
        'if (fields !== undefined) return shipped(request);',
      ],
    ],
  },
];

const asked = process.argv.slice(2);
const chosen = removals.filter(({ name }) => asked.length === 0 || asked.includes(name));
const node = setUp();
const noticed = [];
for (const { name, test, edits } of chosen) {
  const home = copyWithout(edits);
  try {
    const projects = '--only=unit,contract';
    const args = [
      join(home, 'scripts/test.mjs'),
      projects,
      `--testPathPatterns=${folder}/(${test})`,
    ];
    const quietly = { cwd: home, stdio: ['ignore', 'ignore', 'ignore'], timeout: longestMs };
    const status = await runChild(node, args, quietly);
    if (status !== 0) noticed.push(name);
    console.log(`without ${name}: ${status === 0 ? 'NOT NOTICED' : 'noticed'}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
console.log(`${noticed.length} of ${chosen.length} missing patches were noticed`);
process.exitCode = noticed.length === chosen.length && chosen.length > 0 ? 0 : 1;
