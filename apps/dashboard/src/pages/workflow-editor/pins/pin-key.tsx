/** The key `p`: pins the last output of the chosen block, or removes its pin. */
import { allows } from '../../../core/status/allowed.js';
import { useRole } from '../../../data/use-session.js';
import { useActionsHere } from '../../../parts/actions/actions-here.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { editorRunText } from '../../../text/editor-run.js';
import { pinText as words } from '../../../text/pins.js';
import { notify } from '../../../ui/toast-queue.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { useBlockTypes } from '../use-block-types.js';
import { useBlocks } from '../use-drawn.js';
import { PinEditor } from './lazy-pin-editor.js';
import { isNeverPinned } from './never-pinned.js';
import { useFindOutput } from './use-last-output.js';
import { usePinning } from './use-pinning.js';
import { usePin } from './use-pins.js';

const sayProblem = (problem: string): void => notify(problem, { tone: 'error' });

export function PinKey() {
  const selected = useEditor((state) => state.selected.at(-1) ?? '');
  return <KeyOf key={selected} blockId={selected} />;
}

function KeyOf({ blockId }: { blockId: string }) {
  const { workspaceId } = useEditorOf();
  const isAllowed = allows(useRole(workspaceId), 'editWorkflows');
  const block = useBlocks().find(({ id }) => id === blockId);
  const type = useBlockTypes().byName.get(block?.type ?? '');
  const name = block?.name ?? blockId;
  const pin = usePin(blockId);
  const pinning = usePinning({ id: blockId, name }, sayProblem);
  const find = useFindOutput(blockId);
  const pinLast = async (): Promise<void> => {
    const sought = await find();
    if (sought === null) sayProblem(words.nothing);
    else pinning.pinLast.mutate(sought);
  };
  const refusal =
    type === undefined ? editorRunText.chooseBlock : isNeverPinned(type) ? words.never : null;
  const disabledReason = isAllowed ? refusal : words.needsEditor;
  useActionsHere([
    {
      ...{ id: 'pin', label: words.toggle, keys: 'p', disabledReason },
      run: () => {
        if (pin !== null) pinning.remove.mutate(pin);
        else void pinLast().catch((error: unknown) => sayProblem(failureText(error)));
      },
    },
  ]);
  if (pinning.edited === null) return null;
  return <PinEditor {...{ pinning, disabledReason }} blockName={name} edited={pinning.edited} />;
}
