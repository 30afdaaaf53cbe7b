/** Gives each execution its passage: suspects go on trial, others wait only during a trial. */
import type { EgressClient } from '@libs/egress';
import type { Sandbox } from '@libs/sandbox';
import type { Admitted, PartitionOwner } from '../partition/partition-owner.js';
import { identityOf } from '../launch/preparation.js';
import { awaitOutside, untilOpen, type Passage } from './passage.js';
import { SuspectPassage } from './suspect-passage.js';
import { TrialGate, type TrialGateOptions } from './trial-gate.js';

export class Trials {
  readonly #gate: TrialGate;

  constructor(private readonly options: TrialGateOptions) {
    this.#gate = new TrialGate(options);
  }

  passageOf(owner: PartitionOwner, admitted: Admitted): Passage {
    if (!owner.suspects.has(admitted)) return this.#gate.ordinary;
    const { executionId } = admitted;
    const { workspaceId, workflowId } = identityOf(admitted);
    const { partition, claimOffset } = owner.writer;
    const subject = { executionId, partition, claimOffset, workspaceId, workflowId };
    const passage = new SuspectPassage(subject, this.#gate);
    owner.lost.signal.addEventListener('abort', () => passage.abandon(), { once: true });
    return passage;
  }

  /** It ended or parked, so the deaths of its owners no longer count. */
  cleared(passage: Passage): void {
    if (!(passage instanceof SuspectPassage)) return;
    passage.leave();
    const { executionId } = passage.subject;
    this.options.records
      .forget(executionId)
      .catch((error: unknown) =>
        this.options.logger.warn(
          { err: error, executionId },
          'The trials of an execution are left',
        ),
      );
  }
}

/** Answers from outside are processed only while the execution may compute. */
export const egressBehind = (passage: Passage, egress: EgressClient): EgressClient => ({
  request: (request) => awaitOutside(passage, egress.request(request)),
  close: () => egress.close(),
});

export const sandboxBehind = (passage: Passage, sandbox: Sandbox, owner: string): Sandbox => ({
  close: () => sandbox.close(),
  run: async (job, signal) => {
    const result = await sandbox.run(job, signal, owner);
    await untilOpen(passage);
    return result;
  },
});
