/** When the schedule starts the workflow next, or why it does not. */
import { useQuery } from '@tanstack/react-query';
import { relativeText } from '../../../core/format/format.js';
import { schedulePreview } from '../../../data/versions.queries.js';
import type { Workflow } from '../../../data/workflow.queries.js';
import { useNow } from '../../../parts/time/use-now.js';
import { factsText } from '../../../text/workflow-facts.js';
import { versionText } from '../../../text/versions.js';
import { BadgeButton } from '../../../ui/badge-button.js';
import { useEditorOf } from '../store/editor-context.js';
import { useSchedule } from './trigger-facts.js';

const { schedule: words } = factsText;

const none = { cron: null, everySeconds: null, timezone: 'UTC' };

/** Undefined while they are read. */
export function useNextTimes(deployedVersion: number | null) {
  const { workspaceId } = useEditorOf();
  const times = useSchedule(deployedVersion);
  const isSet = times !== null && (times.cron !== null || times.everySeconds !== null);
  const preview = useQuery({ ...schedulePreview(workspaceId, times ?? none), enabled: isSet });
  const isBroken = (times !== null && !isSet) || preview.error !== null;
  return { times, isBroken, next: preview.data?.data.times };
}

interface ScheduleChipProps {
  workflow: Workflow;
  onPress: () => void;
}

export function ScheduleChip({ workflow, onPress }: ScheduleChipProps) {
  const { deployedVersion, pausedAt } = workflow;
  const { isBroken, next, times } = useNextTimes(deployedVersion);
  const nowMs = useNow();
  const first = next?.find((at) => Date.parse(at) > nowMs);
  if (!isBroken && next === undefined) return null;
  const text = isBroken
    ? words.broken
    : deployedVersion === null
      ? words.notDeployed
      : pausedAt !== null
        ? words.paused
        : first === undefined
          ? words.none
          : `${words.next} ${relativeText(first, nowMs)}`;
  const detail = times === null ? words.label : versionText.notice.scheduleStays(times);
  return (
    <BadgeButton tone="line" detail={detail} aria-label={words.chip(text)} onPress={onPress}>
      {text}
    </BadgeButton>
  );
}
