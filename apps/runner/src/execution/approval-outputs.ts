/**
 * The output of an approval before it runs: the URL to post the answer to. An earlier block sends
 * it to the approver. The token in it is a capability, so the log masks it like a secret.
 */
import { type Config, publicUrlOf } from '@libs/config';
import { type MasterKeys, resumeTokenOf } from '@libs/security';
import type { ExecutionPorts } from './execution-context.js';

export const approvalOutputs =
  (
    masterKeys: MasterKeys,
    config: Pick<Config, 'FLOWLEDGER_PUBLIC_URL' | 'HOST' | 'PORT'>,
  ): ExecutionPorts['earlyOutput'] =>
  (executionId, address, revealed) => {
    const token = resumeTokenOf(masterKeys, { executionId, ...address });
    revealed.add(token);
    const resumePath = `/api/webhooks/resume/${executionId}/${token}`;
    return { resumePath, resumeUrl: `${publicUrlOf(config)}${resumePath}` };
  };
