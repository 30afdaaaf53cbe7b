/** How the trigger of the draft starts it. */
import {
  methodsOf,
  type ScheduleTimes,
  timesOf,
  triggerOf,
} from '../../../core/version-diff/caller-notices.js';
import { drawnText } from '../../../core/version-diff/merged-drawing.js';
import { useDrawn } from '../use-drawn.js';
import { useDeployedText } from './use-draft-changes.js';

/** Of a webhook; empty: another trigger starts it. */
export function useTriggerMethods(): readonly string[] {
  const trigger = triggerOf(useDrawn()?.definition ?? { blocks: [], edges: [] });
  return trigger?.type === 'webhook' ? methodsOf(trigger.config) : [];
}

/** Of the version that runs; before the first deployment, of the draft. */
export function useSchedule(deployedVersion: number | null): ScheduleTimes | null {
  const deployed = useDeployedText(deployedVersion);
  const draft = useDrawn()?.definition;
  if (deployedVersion !== null && deployed === undefined) return null;
  const definition = deployed === undefined ? draft : drawnText(deployed);
  return definition === undefined ? null : timesOf(triggerOf(definition));
}
