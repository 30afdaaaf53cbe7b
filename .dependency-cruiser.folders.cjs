// The folders of an app or a library depend on each other without circles. A folder counts with the
// folders below it. Specs and testing/ are left out: they may use every folder.
const { options } = require('./.dependency-cruiser.cjs');

/** Their circles are known. Remove an entry with its last circle. */
const known = ['apps/runner/src', 'libs/event-log/src/kafka'];

module.exports = {
  forbidden: [
    {
      name: 'no-folder-circles',
      comment: 'Move what both folders need into the lower one, or into a folder below both.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(apps|libs)/', pathNot: `^(${known.join('|')})(/|$)` },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: ['[.-]spec\\.ts$', '/testing/'] } },
};
