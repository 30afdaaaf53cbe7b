/** Schedules, as the server computes them. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from './ask.js';

export interface CronSchedule {
  readonly cron: string;
  /** Empty: UTC. */
  readonly timezone: string;
}

/** Its next times; it is refused when the server cannot read it. */
export const nextTimes = (workspaceId: string, { cron, timezone }: CronSchedule) =>
  queryOptions({
    ...ask(workspaceId, 'previewSchedule', {
      body: timezone === '' ? { cron } : { cron, timezone },
    }),
    // The times of what was typed before are dimmed, not gone.
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
  });
