import type { Operations } from '@libs/client';
import { ask, call } from './ask.js';

export type NotificationPage = Operations['listNotifications']['answer'];

export const listNotifications = (workspaceId: string) =>
  ask(workspaceId, 'listNotifications', { query: { limit: 30 } });

export const markRead = (workspaceId: string, upTo: string): Promise<unknown> =>
  call(workspaceId, 'markNotificationsRead', { body: { upTo } });
