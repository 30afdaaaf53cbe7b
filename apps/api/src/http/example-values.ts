/** Values that the examples share, so that they refer to each other. */
const idOf = (last: number): string => `0197a1b2-c3d4-7e5f-8a9b-0000000000${last}`;

export const exampleIds = {
  account: idOf(10),
  workspace: idOf(11),
  user: idOf(12),
  key: idOf(13),
  workflow: idOf(14),
  subscription: idOf(15),
  delivery: idOf(16),
  recovery: idOf(17),
  execution: idOf(18),
  log: idOf(19),
  action: idOf(20),
  batch: idOf(21),
  folder: idOf(22),
  session: idOf(23),
  view: idOf(24),
  test: idOf(25),
  testRun: idOf(26),
  fingerprint: '6f1ed002-ab55-9591-9014-ebdf0951522e',
} as const;

export const [createdAt, updatedAt] = ['2026-11-20T09:00:00.000Z', '2026-11-21T10:00:00.000Z'];
