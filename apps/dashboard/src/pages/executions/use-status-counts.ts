/**
 * Figures beside the suggested statuses: those that the chart has read, and how many run now. They
 * are read when the list of suggestions opens; nothing is asked for them.
 */
import { useQueryClient } from '@tanstack/react-query';
import { timeRangeOf } from '../../core/filter/execution-filter.js';
import { volumeRange } from '../../core/volume/volume.js';
import { counters } from '../../data/connection.js';
import { executionVolume } from '../../data/volume.queries.js';
import type { VolumeOf } from './use-volume.js';

export function useStatusCounts({ workspaceId, values, workflowId }: VolumeOf) {
  const queryClient = useQueryClient();
  const totals = () => {
    const nowMs = Date.now();
    const range = volumeRange(timeRangeOf(values, nowMs), nowMs);
    if (range === null) return undefined;
    return queryClient.getQueryData(executionVolume(workspaceId, range, workflowId).queryKey)
      ?.totals;
  };
  return (key: string, value: string): number | undefined => {
    if (key !== 'status') return undefined;
    switch (value) {
      case 'success':
      case 'error':
      case 'cancelled':
        return totals()?.[value];
      case 'running':
        // The stream counts those of the whole workspace.
        return workflowId === null ? counters.get()?.running : undefined;
      default:
        return undefined;
    }
  };
}
