/** How the trigger of the draft starts it. */
import {
  type ScheduleTimes,
  timesOf,
  triggerOf,
} from '../../../core/version-diff/caller-notices.js';
import { drawnText } from '../../../core/version-diff/merged-drawing.js';
import { useFromDraft } from '../use-drawn.js';
import { useDeployedText } from './use-draft-changes.js';

/** Of the version that runs; before the first deployment, of the draft. */
export function useSchedule(deployedVersion: number | null): ScheduleTimes | null {
  const deployed = useDeployedText(deployedVersion);
  const draft = useFromDraft((definition) => definition && timesOf(triggerOf(definition)));
  if (deployedVersion !== null && deployed === undefined) return null;
  if (deployed === undefined) return draft;
  return timesOf(triggerOf(drawnText(deployed)));
}
