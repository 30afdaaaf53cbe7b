/** At the foot of a block's panel: the blocks beside it, and a run to it. */
import { neighboursOf } from '../../../core/outline/reading-order.js';
import {
  type DrawnDefinition,
  workflowGraph,
} from '../../../core/workflow-graph/workflow-graph.js';
import { editorPanelText as words } from '../../../text/editor-panel.js';
import { ButtonGroup } from '../../../ui/button-group.js';
import { ChevronDown, ChevronUp } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { BlockRunButtons } from '../run/block-run-buttons.js';
import { useEditorOf } from '../store/editor-context.js';
import { select } from '../store/editor-store.js';
import styles from './panel.module.css';

export interface BlockFootProps {
  definition: DrawnDefinition;
  block: { readonly id: string; readonly type: string };
}

export function BlockFoot({ definition, block }: BlockFootProps) {
  const { store } = useEditorOf();
  const { previous, next } = neighboursOf(workflowGraph(definition), block.id);
  const open = (to: { readonly id: string } | null) => () => {
    if (to !== null) select(store, [to.id]);
  };
  return (
    <>
      <ButtonGroup label={words.steps}>
        <IconButton
          icon={ChevronUp}
          label={words.previous(previous?.name ?? null)}
          disabledReason={previous === null ? words.isFirst : null}
          onPress={open(previous)}
        />
        <IconButton
          icon={ChevronDown}
          label={words.following(next?.name ?? null)}
          disabledReason={next === null ? words.isLast : null}
          onPress={open(next)}
        />
      </ButtonGroup>
      <span className={styles.space} />
      {block.type !== 'note' && <BlockRunButtons blockId={block.id} />}
    </>
  );
}
