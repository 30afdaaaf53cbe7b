/**
 * Whether a descendant may run now: nothing above it is cancelled, and it has a token of the
 * account's rate window.
 */
import type { ExecutionRequested, ExecutionStarted } from '@libs/contracts';
import type { ExecutionHistory } from '@libs/execution';
import type { Admission } from '../launch/admission.js';
import type { ExecutionOrigin } from '../execution/command.js';
import { stoppedReason } from './family-sweep.js';
import type { FamilyTable } from './family-table.js';

export interface FamilyStanding {
  /** Oldest first; empty for an execution without a parent. */
  readonly ancestors: readonly string[];
  readonly admission: Admission;
  /** When it got its rate token; milliseconds. */
  readonly admittedAt: number | null;
}

const withoutFamily: FamilyStanding = {
  ancestors: [],
  admission: { kind: 'run' },
  admittedAt: null,
};

export const stoppedAbove: Admission = {
  kind: 'end',
  stop: { kind: 'cancelled', reason: stoppedReason },
};

/** Rejects while the database is unavailable. */
export async function admitToFamily(
  table: Pick<FamilyTable, 'admit'>,
  { commands }: Pick<ExecutionOrigin, 'commands'>,
  history: ExecutionHistory,
  identity: ExecutionRequested | ExecutionStarted,
): Promise<FamilyStanding> {
  const { executionId, workspaceId, accountId, parent } = identity;
  // An execution about to be cancelled needs no token.
  if (parent === null || commands.some(({ kind }) => kind === 'cancel')) return withoutFamily;
  const { outcome, ancestors, admittedAt, dueAt } = await table.admit({
    ...{ executionId, workspaceId, accountId },
    parentId: parent.executionId,
    hasBegun: history.results.size > 0 || history.open.size > 0,
  });
  switch (outcome) {
    case 'admitted':
      return { ancestors, admission: { kind: 'run' }, admittedAt };
    case 'cancelled':
      return { ancestors, admission: stoppedAbove, admittedAt };
    case 'waits':
      return { ancestors, admission: { kind: 'wait', dueAt: dueAt ?? Date.now() }, admittedAt };
  }
}
