/** All that is shown of two versions. Suspends while a worker compares long ones. */
import { use } from 'react';
import { type CallerNotice, callerNotices } from '../../core/version-diff/caller-notices.js';
import { type ChangeList, changeList } from '../../core/version-diff/change-list.js';
import { type DrawingMarks, marksOf } from '../../core/version-diff/marks.js';
import { drawnText, mergedDrawing } from '../../core/version-diff/merged-drawing.js';
import type { DrawnDefinition } from '../../core/workflow-graph/workflow-graph.js';
import { type Comparison, readDiff } from './read-diff.js';

export interface Differences {
  readonly before: DrawnDefinition;
  readonly after: DrawnDefinition;
  /** The newer one with what only the older one has. */
  readonly both: DrawnDefinition;
  readonly marks: DrawingMarks;
  readonly list: ChangeList;
  readonly notices: readonly CallerNotice[];
}

const made = new WeakMap<Comparison, Differences | null>();

function differencesOf({ before: old, after: text, diff }: Comparison): Differences | null {
  if (diff === null) return null;
  const [before, after] = [drawnText(old ?? ''), drawnText(text)];
  return {
    ...{ before, after },
    both: mergedDrawing(before, after, diff),
    marks: marksOf(diff),
    list: changeList(diff, before, after),
    notices: callerNotices(old === null ? null : before, after),
  };
}

/**
 * @param before null: nothing is deployed
 * @returns null where one of them is no JSON; the same object for the same texts
 */
export function useDifferences(before: string | null, after: string): Differences | null {
  const answer = readDiff(before, after);
  const comparison = answer instanceof Promise ? use(answer) : answer;
  const known = made.get(comparison);
  if (known !== undefined) return known;
  const differences = differencesOf(comparison);
  made.set(comparison, differences);
  return differences;
}
