import type { VolumeRange } from '../core/volume/volume.js';
import { ask } from './ask.js';

export const executionVolume = (
  workspaceId: string,
  { fromMs, toMs, bucket }: Omit<VolumeRange, 'widthMs'>,
  workflowId: string | null,
) =>
  ask(workspaceId, 'getExecutionStats', {
    query: {
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      bucket,
      ...(workflowId !== null && { workflowIds: workflowId }),
    },
  });
