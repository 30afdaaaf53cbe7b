/** The pins of the blocks that the draft has, with who pinned them. All editors share them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { remembered } from '../../../core/execution/remembered.js';
import type { WorkflowText } from '../../../core/edit/text/workflow-text.js';
import { keyOf } from '../../../data/ask.js';
import { useLive } from '../../../data/live/live-feed.js';
import { listPins, type Pin } from '../../../data/pins.queries.js';
import { useSession } from '../../../data/use-session.js';
import { deployers } from '../../../data/versions.queries.js';
import { pinText as words } from '../../../text/pins.js';
import { useEditorOf } from '../store/editor-context.js';
import { useOnSaved } from '../store/use-on-saved.js';
import { useBlocks } from '../use-drawn.js';

export interface UsedPin {
  readonly blockId: string;
  readonly blockName: string;
  readonly at: string;
  /** For people: "Jonas", "you". */
  readonly by: string;
}

const none: readonly Pin[] = [];

function useStoredPins(): readonly Pin[] {
  const { workspaceId, workflowId } = useEditorOf();
  return useQuery(listPins(workspaceId, workflowId)).data ?? none;
}

export const usePin = (blockId: string): Pin | null =>
  useStoredPins().find((pin) => pin.blockId === blockId) ?? null;

const idsOf = remembered(
  (pins: readonly Pin[], _: null): ReadonlySet<string> =>
    new Set(pins.map(({ blockId }) => blockId)),
);

/** The same set as long as no pin changed. A block that is gone is not drawn. */
export const usePinnedBlocks = (): ReadonlySet<string> => idsOf(useStoredPins(), null);

/** @returns names a person by their id; null is a key of the workspace */
export function useWho(): (userId: string | null) => string {
  const { workspaceId } = useEditorOf();
  const own = useSession().userId;
  const members = useQuery(deployers(workspaceId)).data?.data ?? [];
  return (userId) => {
    if (userId === null) return words.key;
    if (userId === own) return words.you;
    return members.find((member) => member.userId === userId)?.name ?? words.someone;
  };
}

/** In the order of the draft. */
export function usePins(): readonly UsedPin[] {
  const pins = useStoredPins();
  const who = useWho();
  const blocks = useBlocks();
  if (pins.length === 0) return [];
  return blocks.flatMap(({ id, name }) => {
    const pin = pins.find(({ blockId }) => blockId === id);
    if (pin === undefined) return [];
    return [{ blockId: id, blockName: name, at: pin.pinnedAt, by: who(pin.pinnedBy) }];
  });
}

const blocksIn = remembered((document: WorkflowText, _: null): string =>
  [...document.outline.indexes.keys()].sort().join('\n'),
);

/**
 * Reads pins and tests again when somebody changed them. Pins also when other blocks were saved:
 * the server lists those of blocks that it has, and an undone removal brings one back.
 */
export function useBesideDraft(): void {
  const { workspaceId, workflowId } = useEditorOf();
  const queryClient = useQueryClient();
  const readAgain = (operation: 'listWorkflowPins' | 'listWorkflowTests'): void =>
    void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, operation) });
  useLive((message) => {
    const isOwn = (change: { readonly workflowId: string }): boolean =>
      change.workflowId === workflowId;
    if (message.kind === 'pins' && message.changes.some(isOwn)) readAgain('listWorkflowPins');
    if (message.kind === 'tests' && message.changes.some(isOwn)) readAgain('listWorkflowTests');
    if (message.kind !== 'resync') return;
    if (message.topics.includes('pins')) readAgain('listWorkflowPins');
    if (message.topics.includes('tests')) readAgain('listWorkflowTests');
  });
  useOnSaved(blocksIn, () => readAgain('listWorkflowPins'));
}
