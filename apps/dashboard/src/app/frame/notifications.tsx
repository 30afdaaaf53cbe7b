import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { relativeText } from '../../core/format/format.js';
import { pageOfNotification, unreadText } from '../../core/notifications/notification.js';
import { failureOf } from '../../data/failure.js';
import { useLive } from '../../data/live/live-feed.js';
import {
  listNotifications,
  markRead,
  type NotificationPage,
} from '../../data/notifications.queries.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { useNow } from '../../parts/time/use-now.js';
import { common } from '../../text/common.js';
import { notifications as words } from '../../text/notifications.js';
import { Bell } from '../../ui/icon.js';
import { Menu } from '../../ui/menu.js';
import { RailButton } from './rail-entry.js';
import styles from './rail.module.css';

type Notification = NotificationPage['data'][number];

function titleOf({ kind, workflowName, count, url }: Notification): string {
  if (kind === 'subscription-off') return words.title[kind](url ?? '');
  // A newer server knows more kinds.
  return Object.hasOwn(words.title, kind)
    ? words.title[kind](workflowName ?? words.aWorkflow, count)
    : words.other;
}

export interface NotificationsProps {
  workspaceId: string;
  isSlim: boolean;
}

/** What members should look at. Opening it reads the list again, and marks it as read. */
export function Notifications({ workspaceId, isSlim }: NotificationsProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const nowMs = useNow();
  const options = listNotifications(workspaceId);
  const list = useQuery(options);
  const read = useMutation({
    mutationFn: (upTo: string) => markRead(workspaceId, upTo),
    // The entries stay marked as new while they are looked at.
    onSuccess: () =>
      queryClient.setQueryData<NotificationPage>(options.queryKey, (page) =>
        page === undefined ? page : { ...page, unread: 0 },
      ),
  });
  useLive((message) => {
    const isStale =
      message.kind === 'notifications' ||
      (message.kind === 'resync' && message.topics.includes('notifications'));
    if (isStale) void queryClient.invalidateQueries({ queryKey: options.queryKey });
  });
  const open = async (): Promise<void> => {
    const { data } = await list.refetch();
    const [newest] = data?.data ?? [];
    if (newest !== undefined && data !== undefined && data.unread > 0) read.mutate(newest.id);
  };
  // Keys that are limited to workflows may not see the workspace's notifications.
  if (list.error !== null && failureOf(list.error).kind === 'forbidden') return null;
  const entries = list.data?.data ?? [];
  const unread = unreadText(list.data?.unread ?? 0);
  const failed = list.error === null ? words.empty : failureText(list.error);
  return (
    <Menu
      label={words.label(unread)}
      trigger={
        <RailButton
          icon={Bell}
          label={words.short}
          isSlim={isSlim}
          aria-label={words.label(unread)}
        >
          {unread !== null && <span className={styles.count}>{unread}</span>}
        </RailButton>
      }
      emptyText={list.isPending ? common.loading : failed}
      items={entries.map((entry) => ({
        id: entry.id,
        label: titleOf(entry),
        second: words.detail(entry.code, relativeText(entry.at, nowMs)),
        newText: entry.unread ? words.unread : null,
      }))}
      onOpen={() => void open()}
      onChoose={(id) => {
        const chosen = entries.find((entry) => entry.id === id);
        if (chosen !== undefined) void navigate({ href: pageOfNotification(workspaceId, chosen) });
      }}
    />
  );
}
