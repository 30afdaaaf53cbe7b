/**
 * The output of a block in its panel: what the last real run gave, to be pinned, or the pin in its
 * place. It wraps how the panel shows the output of the last run.
 */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { missingInText } from '../../../core/pins/missing-fields.js';
import { allows } from '../../../core/status/allowed.js';
import type { Pin } from '../../../data/pins.queries.js';
import { spanDetail, type SoughtSpan } from '../../../data/spans.queries.js';
import { useRole } from '../../../data/use-session.js';
import { pinText as words } from '../../../text/pins.js';
import { Button } from '../../../ui/button.js';
import { Pencil, Pin as PinIcon } from '../../../ui/icon.js';
import { Notice } from '../../../ui/notice.js';
import { Segment } from '../../../ui/segment.js';
import text from '../../../ui/text.module.css';
import { useEditorOf } from '../store/editor-context.js';
import { useBlockTypes } from '../use-block-types.js';
import { useBlocks } from '../use-drawn.js';
import { PinEditor } from './lazy-pin-editor.js';
import { isNeverPinned } from './never-pinned.js';
import { PinnedBox } from './pinned-box.js';
import styles from './pins.module.css';
import { type Pinning, usePinning } from './use-pinning.js';
import { usePin } from './use-pins.js';

export interface PinnedOutputProps {
  blockId: string;
  /** The block in the last run that ran it. Null: there is none. */
  lastOutput: SoughtSpan | null;
  /** That output, as the panel shows it. */
  children: ReactNode;
}

/** Key it by the block. */
export function PinnedOutput({ blockId, lastOutput, children }: PinnedOutputProps) {
  const { workspaceId } = useEditorOf();
  const disabledReason = allows(useRole(workspaceId), 'editWorkflows') ? null : words.needsEditor;
  const block = useBlocks().find(({ id }) => id === blockId);
  const type = useBlockTypes().byName.get(block?.type ?? '');
  const blockName = block?.name ?? blockId;
  const pin = usePin(blockId);
  const pinning = usePinning({ id: blockId, name: blockName });
  const [isReal, setReal] = useState(false);
  const shared = { pinning, disabledReason };
  const isPinShown = pin !== null && !isReal;
  return (
    <div className={styles.stack}>
      {pin !== null && (
        <div>
          <Segment
            label={words.shown}
            choices={[
              { id: 'pinned', label: words.pinned },
              { id: 'real', label: words.lastReal },
            ]}
            chosen={isReal ? 'real' : 'pinned'}
            onChoose={(id) => setReal(id === 'real')}
          />
        </div>
      )}
      {pinning.problem !== null && pinning.edited === null && (
        <Notice tone="error" title={words.failed} detail={pinning.problem} />
      )}
      {isPinShown ? (
        <>
          <PinnedBox pin={pin} {...shared} />
          <p className={`${text.small} ${text.dim}`}>{words.meaning}</p>
          {lastOutput !== null && <Lag pin={pin} lastOutput={lastOutput} {...shared} />}
        </>
      ) : (
        <>
          {lastOutput === null && pin !== null ? (
            <p className={text.dim}>{words.noRealRun}</p>
          ) : (
            children
          )}
          {type !== undefined && !isNeverPinned(type) && (
            <PinButtons pin={pin} lastOutput={lastOutput} {...shared} />
          )}
        </>
      )}
      {pinning.edited !== null && (
        <PinEditor blockName={blockName} edited={pinning.edited} {...shared} />
      )}
    </div>
  );
}

interface SharedProps {
  lastOutput: SoughtSpan | null;
  pinning: Pinning;
  disabledReason: string | null;
}

function PinButtons({
  pin,
  lastOutput,
  pinning,
  disabledReason,
}: SharedProps & { pin: Pin | null }) {
  if (lastOutput !== null)
    return (
      <Button
        icon={PinIcon}
        isPending={pinning.pinLast.isPending}
        disabledReason={disabledReason}
        onPress={() => pinning.pinLast.mutate(lastOutput)}
      >
        {pin === null ? words.pin : words.pinThat}
      </Button>
    );
  if (pin !== null) return null;
  return (
    <Button
      tone="ghost"
      icon={Pencil}
      disabledReason={disabledReason}
      onPress={() => pinning.edit({ text: '{}', executionId: null, isMasked: false })}
    >
      {words.write}
    </Button>
  );
}

const mostNames = 3;

/** The receiver answers more by now than the pin says. */
function Lag({ pin, lastOutput, ...props }: SharedProps & { pin: Pin; lastOutput: SoughtSpan }) {
  const { workspaceId } = useEditorOf();
  const output = useQuery(spanDetail(workspaceId, lastOutput)).data?.data.output ?? null;
  const isOther = lastOutput.executionId !== pin.executionId;
  const missing =
    output === null || output.truncated || !isOther ? [] : missingInText(pin.text, output.text);
  if (missing.length === 0) return null;
  return (
    <Notice tone="waiting" title={words.lacks(missing.length, missing.slice(0, mostNames))}>
      <PinButtons pin={pin} lastOutput={lastOutput} {...props} />
    </Notice>
  );
}
