/**
 * The order in which Jest's workers take test files. A long one that began last would run while the
 * other workers have nothing left to do.
 */
import { statSync } from 'node:fs';

/** From the longest on; about 20 s and more. */
const longest = [
  ...['statements', 'chaos', 'upgrade', 'broker-loss', 'foreign-consumers', 'signatures'],
  ...['rollback', 'author', 'start', 'children', 'examples-as-written', 'parking'],
  ...['restored-postgres', 'crash', 'limits', 'examples', 'delivery-accounting', 'poison'],
  ...['archive', 'topics', 'requests', 'kafka-security', 'drafts', 'wrong-clocks', 'payloads'],
  ...['stopping', 'containers', 'export-bucket', 'large-logs', 'broker-outage'],
  ...['forgotten-offsets', 'execution-streams', 'stack', 'sessions', 'released-histories'],
  ...['takeover', 'openapi', 'execution-limits', 'limited-keys'],
];

function rankOf({ path }) {
  const name = path.split('/').at(-1).split('.')[0];
  const rank = longest.indexOf(name);
  return rank === -1 ? longest.length : rank;
}

export default class LongestFirst {
  sort(tests) {
    const sizes = new Map(tests.map(({ path }) => [path, statSync(path).size]));
    return [...tests].sort(
      (a, b) => rankOf(a) - rankOf(b) || sizes.get(b.path) - sizes.get(a.path),
    );
  }

  shard(tests) {
    return tests;
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
}
