/** The figures of the time that the list shows. The chart and the rows' durations share them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { timeRangeOf } from '../../core/filter/execution-filter.js';
import type { FilterValues } from '../../core/filter-language/filter-language.js';
import { volumeRange } from '../../core/volume/volume.js';
import { executionVolume } from '../../data/volume.queries.js';

export interface VolumeOf {
  workspaceId: string;
  values: FilterValues;
  workflowId: string | null;
}

const noRange = { bucket: 'hour', widthMs: 1, fromMs: 0, toMs: 0 } as const;

export function useVolume({ workspaceId, values, workflowId }: VolumeOf, nowMs: number) {
  const range = volumeRange(timeRangeOf(values, nowMs), nowMs);
  const options = executionVolume(workspaceId, range ?? noRange, workflowId);
  const query = useQuery({
    ...options,
    enabled: range !== null,
    placeholderData: keepPreviousData,
  });
  return { range, query, queryKey: options.queryKey };
}
