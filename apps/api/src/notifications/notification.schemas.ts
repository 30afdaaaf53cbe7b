/** Notifications in requests and answers. An id is a position: later ones have a later time. */
import { z } from 'zod';
import { notificationKinds } from '@libs/persistence';
import { answer, instant, page as pageOf, type View } from '../http/answers.js';
import { createdAt, exampleIds } from '../http/example-values.js';
import { pageParameters } from '../http/page.js';

const kinds = [...Object.values(notificationKinds), 'subscription-off'] as const;

export interface NotificationPosition {
  readonly at: Date;
  readonly kind: string;
  readonly subjectId: string;
}

const shape = new RegExp(
  `^(\\d{12,14})\\.(${kinds.join('|')})\\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`,
);

export const idOf = ({ at, kind, subjectId }: NotificationPosition): string =>
  `${at.getTime()}.${kind}.${subjectId}`;

const notificationId = z
  .string()
  .max(100)
  .regex(shape, 'must be the id of a notification')
  .transform((id): NotificationPosition => {
    const [, ms, kind = '', subjectId = ''] = shape.exec(id) ?? [];
    return { at: new Date(Number(ms)), kind, subjectId };
  });

const exampleId = `1780302896789.schedule-failed.${exampleIds.workflow}`;

export const notificationsQuery = z.strictObject({
  ...pageParameters,
  after: notificationId
    .optional()
    .meta({ example: exampleId, description: 'Only those after the one with this id.' }),
});
export type NotificationsParameters = z.output<typeof notificationsQuery>;

export const readBody = z.strictObject({
  upTo: notificationId.describe('The id of the last one that was read.'),
});
export type ReadBody = z.output<typeof readBody>;
export const readExample = { upTo: exampleId };

const notification = z.object({
  id: z.string(),
  kind: z.enum(kinds),
  at: instant.describe('Of the last event.'),
  firstAt: instant.describe('Of the first event of that day.'),
  count: z.int().describe('Events of that day (UTC) and workflow.'),
  unread: z.boolean(),
  workflowId: z.string().nullable().describe('Null: all workflows of the workspace.'),
  workflowName: z.string().nullable().describe('Null once the workflow is deleted.'),
  executionId: z.string().nullable().describe('The last execution.'),
  subscriptionId: z.string().nullable(),
  url: z.string().nullable().describe('Receiver of a subscription that was switched off.'),
  code: z
    .string()
    .nullable()
    .describe('Error of the last execution, or why a subscription was switched off.'),
});
export type NotificationView = View<typeof notification>;

const notifications = pageOf(notification).extend({
  unread: z.int().describe('Unread ones of all pages; 100 stands for 100 or more.'),
});
export type NotificationPage = View<typeof notifications>;

export const notificationPage = answer('NotificationPage', notifications, {
  data: [
    {
      id: exampleId,
      kind: 'schedule-failed',
      at: createdAt,
      firstAt: createdAt,
      count: 3,
      unread: true,
      workflowId: exampleIds.workflow,
      workflowName: 'Nightly report',
      executionId: exampleIds.execution,
      subscriptionId: null,
      url: null,
      code: 'TIMEOUT',
    },
  ],
  unread: 1,
});

export interface NotificationRow {
  readonly at: Date;
  readonly kind: NotificationView['kind'];
  readonly subject_id: string;
  readonly first_at: Date;
  readonly count: number;
  readonly workflow_id: string | null;
  readonly workflow_name: string | null;
  readonly execution_id: string | null;
  readonly code: string | null;
  readonly url: string | null;
}

const positionOf = ({ at, kind, subject_id }: NotificationRow): NotificationPosition => ({
  ...{ at, kind, subjectId: subject_id },
});

export const notificationViewOf = (
  row: NotificationRow,
  readAt: Date | null,
): NotificationView => ({
  id: idOf(positionOf(row)),
  kind: row.kind,
  at: row.at.toISOString(),
  firstAt: row.first_at.toISOString(),
  count: row.count,
  unread: readAt === null || row.at > readAt,
  workflowId: row.workflow_id,
  workflowName: row.workflow_name,
  executionId: row.execution_id,
  subscriptionId: row.kind === 'subscription-off' ? row.subject_id : null,
  url: row.url,
  code: row.code,
});
