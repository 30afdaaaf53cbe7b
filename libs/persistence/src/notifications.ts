/** Kinds of notifications as they are stored. Never renamed. */
export const notificationKinds = {
  scheduleFailed: 'schedule-failed',
  approvalAsked: 'approval-asked',
} as const;

export const keptNotificationDays = 30;
