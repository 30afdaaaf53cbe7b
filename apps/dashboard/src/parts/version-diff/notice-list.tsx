/** What callers notice of a version. What stays is said quietly, what changes has its icon. */
import { useQuery } from '@tanstack/react-query';
import {
  type CallerNotice,
  isNoticed,
  type ScheduleTimes,
} from '../../core/version-diff/caller-notices.js';
import { schedulePreview } from '../../data/versions.queries.js';
import { versionText } from '../../text/versions.js';
import {
  CalendarClock,
  Check,
  type IconType,
  KeyRound,
  Reply,
  Rocket,
  ShieldCheck,
  Webhook,
} from '../../ui/icon.js';
import { smallIconSize } from '../../ui/icon-size.js';
import { Time } from '../time/time.js';
import styles from './notice-list.module.css';

const { notice: words } = versionText;

const icons: Readonly<Record<CallerNotice['kind'], IconType>> = {
  first: Rocket,
  trigger: Webhook,
  url: Webhook,
  methods: Webhook,
  checks: ShieldCheck,
  schedule: CalendarClock,
  status: Reply,
  answer: Reply,
  secret: KeyRound,
};

function urlText(before: string | null, after: string | null): string {
  if (before === null) return words.urlStarts(after ?? '');
  if (after === null) return words.urlEnds(before);
  return before === after ? words.urlStays(after) : words.urlMoves(before, after);
}

function scheduleText(before: ScheduleTimes | null, after: ScheduleTimes | null, isSame: boolean) {
  if (before === null) return after === null ? '' : words.scheduleStarts(after);
  if (after === null) return words.scheduleEnds(before);
  return isSame ? words.scheduleStays(after) : words.scheduleMoves(before, after);
}

function textsOf(notice: CallerNotice): readonly string[] {
  switch (notice.kind) {
    case 'first':
      return [words.first];
    case 'trigger':
      return [words.trigger(notice.before, notice.after)];
    case 'url':
      return [urlText(notice.before, notice.after)];
    case 'methods':
      return [
        ...(notice.added.length > 0 ? [words.methodsAdded(notice.added)] : []),
        ...(notice.removed.length > 0 ? [words.methodsRemoved(notice.removed)] : []),
      ];
    case 'checks':
      return [words.checks];
    case 'schedule':
      return [scheduleText(notice.before, notice.after, !isNoticed(notice))];
    case 'status':
      return [words.status(notice.block, notice.before, notice.after)];
    case 'answer':
      return [
        ...(notice.added.length > 0 ? [words.answerAdds(notice.block, notice.added)] : []),
        ...(notice.removed.length > 0 ? [words.answerLoses(notice.block, notice.removed)] : []),
      ];
    case 'secret':
      return [words.secret(notice.name)];
  }
}

export interface NoticeListProps {
  workspaceId: string;
  notices: readonly CallerNotice[];
}

export function NoticeList({ workspaceId, notices }: NoticeListProps) {
  return (
    <ul className={styles.list}>
      {notices.flatMap((notice) => {
        const isHot = isNoticed(notice);
        const Icon = isHot ? icons[notice.kind] : Check;
        return textsOf(notice).map((text) => (
          <li key={text} data-hot={isHot ? '' : undefined}>
            <Icon {...smallIconSize} />
            <span>
              {text}
              {notice.kind === 'schedule' && isHot && notice.after !== null && (
                <FirstTime workspaceId={workspaceId} times={notice.after} />
              )}
            </span>
          </li>
        ));
      })}
    </ul>
  );
}

/** By the scheduler's own code; nothing is said where it does not know. */
function FirstTime({ workspaceId, times }: { workspaceId: string; times: ScheduleTimes }) {
  const preview = useQuery(schedulePreview(workspaceId, times));
  const first = preview.data?.data.times[0];
  return (
    first !== undefined && (
      <>
        {'. '}
        {words.firstTime} <Time at={first} isAhead />
      </>
    )
  );
}
