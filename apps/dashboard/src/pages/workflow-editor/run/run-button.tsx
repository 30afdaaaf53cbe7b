/** Runs the draft, and says how many blocks answer from a pin instead. */
import { editorRunText as words } from '../../../text/editor-run.js';
import { ButtonBase } from '../../../ui/button-base.js';
import { ButtonGroup } from '../../../ui/button-group.js';
import { ChevronDown, Pin, Play } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { iconSize, smallIconSize } from '../../../ui/icon-size.js';
import { Menu, type MenuGroup } from '../../../ui/menu.js';
import { Silhouette } from '../../../ui/silhouette.js';
import { Tooltip } from '../../../ui/tooltip.js';
import { relativeText } from '../../../core/format/format.js';
import { useNow } from '../../../parts/time/use-now.js';
import { useEditorOf } from '../store/editor-context.js';
import { select } from '../store/editor-store.js';
import styles from './run.module.css';
import type { RunAction } from './run-actions.js';
import { useRuns } from './runs-context.js';
import { useRunActions } from './use-run-actions.js';

export interface RunPin {
  readonly blockId: string;
  readonly blockName: string;
  /** ISO 8601. */
  readonly at: string;
  readonly by: string;
}

const pinPrefix = 'pin ';
const commandOf = ({ id, label, disabledReason }: RunAction, keys?: string) => ({
  ...{ id, label, disabledReason },
  ...(keys !== undefined && { keys }),
});

export function RunButton({ pins }: { pins: readonly RunPin[] }) {
  const { isStarting } = useRuns();
  const { draft, withoutPins, otherInput } = useRunActions(null);
  const byId = new Map<string, RunAction>(
    [draft, withoutPins, otherInput].map((one) => [one.id, one]),
  );
  const { store } = useEditorOf();
  const items = useItems(pins, { draft, withoutPins, otherInput });
  return (
    <ButtonGroup label={words.run}>
      <Tooltip
        text={draft.disabledReason ?? words.runDraft}
        keys={draft.disabledReason === null ? words.keys.draft : undefined}
        isKept={draft.disabledReason !== null}
      >
        <ButtonBase
          isCompact
          isPending={isStarting}
          disabledReason={draft.disabledReason}
          onPress={draft.run}
        >
          {isStarting ? <Silhouette name="running" size={14} /> : <Play {...iconSize} />}
          <span className={styles.runLabel}>{words.runDraft}</span>
          {pins.length > 0 && (
            <span className={styles.pins}>
              <Pin {...smallIconSize} />
              {words.pins(pins.length)}
            </span>
          )}
        </ButtonBase>
      </Tooltip>
      <Menu
        label={words.run}
        trigger={<IconButton icon={ChevronDown} label={words.moreRuns} />}
        items={items}
        onChoose={(id) => {
          if (id.startsWith(pinPrefix)) select(store, [id.slice(pinPrefix.length)]);
          else byId.get(id)?.run();
        }}
      />
    </ButtonGroup>
  );
}

function useItems(
  pins: readonly RunPin[],
  { draft, withoutPins, otherInput }: Record<'draft' | 'withoutPins' | 'otherInput', RunAction>,
): readonly MenuGroup[] {
  const nowMs = useNow(60_000, pins.length > 0);
  const runs = commandOf(draft, words.keys.draft);
  if (pins.length === 0) return [{ title: null, items: [runs, commandOf(otherInput)] }];
  return [
    {
      title: words.answerFromPin(pins.length),
      items: pins.map(({ blockId, blockName, at, by }) => ({
        id: `${pinPrefix}${blockId}`,
        label: blockName,
        icon: Pin,
        detail: words.pinnedBy(relativeText(at, nowMs), by),
      })),
    },
    {
      title: null,
      items: [
        { ...runs, label: words.withPins(pins.length) },
        commandOf(withoutPins, words.keys.withoutPins),
        commandOf(otherInput),
      ],
    },
  ];
}
