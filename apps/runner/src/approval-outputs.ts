/**
 * What an approval gives before it runs: where to post the answer. An earlier block sends it to whom it concerns; the token in it is
 * a capability and is masked in the log like a secret.
 */
import { type Config, publicUrlOf } from '@libs/config';
import { type MasterKeys, resumeTokenOf } from '@libs/security';
import type { ExecutionPorts } from './execution-ports.js';

export const approvalOutputs =
  (
    masterKeys: MasterKeys,
    config: Pick<Config, 'FLOWLEDGER_PUBLIC_URL' | 'HOST' | 'PORT'>,
  ): ExecutionPorts['earlyOutput'] =>
  (executionId, place, revealed) => {
    const token = resumeTokenOf(masterKeys, { executionId, ...place });
    revealed.add(token);
    const resumePath = `/api/webhooks/resume/${executionId}/${token}`;
    return { resumePath, resumeUrl: `${publicUrlOf(config)}${resumePath}` };
  };
