/** Schedules in requests and answers. */
import { z } from 'zod';
import { answer, instant, one, page, type View } from '../http/answers.js';
import { exampleIds } from '../http/example-values.js';
import { pageParameters } from '../http/page.js';

export const previewAnswer = answer(
  'SchedulePreviewAnswer',
  one(z.object({ times: z.array(instant).describe('Up to ten, the next one first.') })),
  { data: { times: ['2026-11-23T07:30:00.000Z', '2026-11-24T07:30:00.000Z'] } },
);

/** Each entry reads the definition of its workflow. */
const maxLimit = 100;

export const schedulesQuery = z.strictObject({
  ...pageParameters,
  limit: pageParameters.limit
    .unwrap()
    .max(maxLimit)
    .default(maxLimit)
    .meta({ example: 50, description: 'Entries per page.' }),
});
export type SchedulesParameters = z.output<typeof schedulesQuery>;

const scheduleView = z.object({
  workflowId: z.string(),
  name: z.string().describe('Of the workflow.'),
  cron: z.string().optional(),
  everySeconds: z.number().optional(),
  timezone: z.string().optional(),
  nextAt: instant,
  lastAt: instant.nullable().describe('Among the last 50 runs of the workflow.'),
  lastStatus: z.string().nullable(),
  paused: z.boolean(),
});
export type ScheduleView = View<typeof scheduleView>;

export const schedulePage = answer('SchedulePage', page(scheduleView), {
  data: [
    {
      workflowId: exampleIds.workflow,
      name: 'Order report',
      cron: '30 8 * * MON-FRI',
      timezone: 'Europe/Berlin',
      nextAt: '2026-11-23T07:30:00.000Z',
      lastAt: '2026-11-20T07:30:00.000Z',
      lastStatus: 'success',
      paused: false,
    },
  ],
});
