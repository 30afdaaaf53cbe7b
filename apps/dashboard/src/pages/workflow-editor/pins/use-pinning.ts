/** Pins an output, changes a pin, removes it. A masked output is opened to be changed first. */
import { ApiRefusal } from '@libs/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sizeText } from '../../../core/format/size-text.js';
import { indented, parseExact } from '../../../core/json/exact-json.js';
import { deletePin, listPins, outputOf, type Pin, putPin } from '../../../data/pins.queries.js';
import type { SoughtSpan } from '../../../data/spans.queries.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { pinText as words } from '../../../text/pins.js';
import { notify } from '../../../ui/toast-queue.js';
import { useEditorOf } from '../store/editor-context.js';

export interface EditedPin {
  /** JSON, to begin with. */
  readonly text: string;
  /** The execution that gave it; null: a person writes it. */
  readonly executionId: string | null;
  /** The server refused it: something in it is masked. */
  readonly isMasked: boolean;
}

interface WrittenPin {
  readonly text: string;
  readonly executionId: string | null;
}

/** Places inside the output are refused for masks only; another fault is told of the block. */
function isMaskRefusal(error: unknown): boolean {
  if (!(error instanceof ApiRefusal) || error.status !== 422) return false;
  const { details }: { details?: unknown } = error.body;
  return (
    Array.isArray(details) &&
    details.length > 0 &&
    details.every(
      (one: unknown) =>
        typeof one === 'object' &&
        one !== null &&
        'field' in one &&
        typeof one.field === 'string' &&
        /^output\b/.test(one.field),
    )
  );
}

interface PinnedBlock {
  readonly id: string;
  readonly name: string;
}

/** @param say where no panel shows it: tells of a problem, and a toast of the pin */
export function usePinning({ id, name }: PinnedBlock, say?: (problem: string) => void) {
  const { workspaceId, workflowId, flush } = useEditorOf();
  const queryClient = useQueryClient();
  const [edited, edit] = useState<EditedPin | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (why: string): void => {
    setProblem(why);
    if (edited === null) say?.(why);
  };
  const readAgain = (): Promise<void> =>
    queryClient.invalidateQueries({ queryKey: listPins(workspaceId, workflowId).queryKey });
  const write = async (pin: WrittenPin): Promise<void> => {
    setProblem(null);
    // The server has to know the block.
    await flush();
    await putPin(workspaceId, workflowId, { blockId: id, ...pin });
    await readAgain();
    edit(null);
    if (say !== undefined) notify(words.isPinned(name));
  };
  const refused = (error: Error, pin: WrittenPin): void => {
    if (isMaskRefusal(error)) edit({ ...pin, isMasked: true });
    else fail(failureText(error));
  };
  const put = useMutation({ mutationFn: write, onError: refused });
  const pinLast = useMutation({
    mutationFn: async (sought: SoughtSpan) => {
      const output = await outputOf(workspaceId, sought);
      if (output === null) fail(words.nothing);
      else if (output.truncated) fail(words.tooLarge(sizeText(output.sizeBytes)));
      else {
        const text = indented(parseExact(output.text));
        await put.mutateAsync({ text, executionId: sought.executionId }).catch(() => undefined);
      }
    },
    onError: (error) => fail(failureText(error)),
  });
  const remove = useMutation({
    mutationFn: async (pin: Pin) => {
      await deletePin(workspaceId, workflowId, id);
      await readAgain();
      notify(words.isRemoved(name), {
        action: { label: words.undo, run: () => put.mutate(pin) },
      });
    },
    onError: (error) => fail(failureText(error)),
  });
  return { edited, edit, problem, put, pinLast, remove };
}

export type Pinning = ReturnType<typeof usePinning>;
