/** The chosen block: its name, its settings, what it refers to, and how it ran. */
import { useState } from 'react';
import { referenceName } from '../../../core/completion/reference-text.js';
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import { CategoryTile } from '../../../parts/category-tile/category-tile.js';
import { ReferenceTree } from '../../../parts/reference-tree/lazy-reference-tree.js';
import { editorPanelText as words } from '../../../text/editor-panel.js';
import { CopyBadge } from '../../../ui/copy-badge.js';
import { Rows3 } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { SidePanel, SideSection } from '../../../ui/side-panel.js';
import { Edge } from '../../../ui/split.js';
import { useEdge } from '../../../ui/use-edge.js';
import { useIsNarrow } from '../../../ui/use-is-narrow.js';
import { useMedia } from '../../../ui/use-media.js';
import { useShownRun } from '../run/shown-run.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { select } from '../store/editor-store.js';
import { useStructure } from '../use-drawn.js';
import { BlockFoot } from './block-foot.js';
import { BlockMenu } from './block-menu.js';
import { BlockName } from './block-name.js';
import { BlockSettings, type SettingsTab } from './block-settings.js';
import { LastRun } from './last-run.js';
import { MergeChoices } from './merge-choices.js';
import styles from './panel.module.css';
import { panelWidth, rangeOf } from './panel-width.js';
import { ScopeContext } from './reference-slot.js';
import { useScope } from './use-scope.js';

type Block = DrawnDefinition['blocks'][number];

export function BlockPanel({ readOnlyReason }: { readOnlyReason: string | null }) {
  const definition = useStructure();
  const selected = useEditor((state) => state.selected.at(-1) ?? null);
  const block = definition?.blocks.find(({ id }) => id === selected);
  if (definition === null || block === undefined) return null;
  return <Panel definition={definition} block={block} readOnlyReason={readOnlyReason} />;
}

interface PanelProps {
  definition: DrawnDefinition;
  block: Block;
  readOnlyReason: string | null;
}

function Panel({ definition, block, readOnlyReason }: PanelProps) {
  const { store } = useEditorOf();
  const width = panelWidth.use();
  const isRoomy = useMedia('(min-width: 1440px)');
  const isPhone = useIsNarrow();
  const isWide = width.isWide && isRoomy;
  const range = rangeOf(isWide);
  const edge = useEdge({ px: isWide ? width.widePx : width.narrowPx, ...range }, (px) =>
    panelWidth.set({ ...width, [isWide ? 'widePx' : 'narrowPx']: px }),
  );
  return (
    <>
      {!isPhone && <Edge label={words.edge} edge={edge} {...range} />}
      <SidePanel
        title={block.name}
        subject={block.id}
        widthPx={edge.shownPx}
        isWide={isWide}
        heading={<Heading key={block.id} block={block} isReadOnly={readOnlyReason !== null} />}
        footer={<BlockFoot definition={definition} block={block} />}
        onClose={() => select(store, [])}
        actions={
          <>
            <BlockMenu {...{ id: block.id, name: block.name, readOnlyReason }} />
            {isRoomy && (
              <IconButton
                tone="ghost"
                icon={Rows3}
                label={words.wide}
                isPressed={isWide}
                onPress={() => panelWidth.set({ ...width, isWide: !isWide })}
              />
            )}
          </>
        }
      >
        <PanelBody {...{ definition, block, readOnlyReason, isWide }} />
      </SidePanel>
    </>
  );
}

function Heading({ block, isReadOnly }: { block: Block; isReadOnly: boolean }) {
  const reference = referenceName(block.name);
  return (
    <>
      <CategoryTile blockType={block.type} size={22} />
      <BlockName id={block.id} name={block.name} isReadOnly={isReadOnly} />
      {reference !== null && block.type !== 'note' && (
        <CopyBadge label={words.copyReference(reference)} copied={`<${reference}>`}>
          {reference}
        </CopyBadge>
      )}
      <span className={styles.space} />
    </>
  );
}

function PanelBody({ isWide, ...props }: PanelProps & { isWide: boolean }) {
  const { definition, block } = props;
  const run = useShownRun();
  const [tab, setTab] = useState<SettingsTab>('settings');
  const scope = useScope(definition, block.id, run);
  const isNote = block.type === 'note';
  // A failure is what the block is opened for. The form itself never moves: it may have the focus.
  const isRunFirst = !isWide && run?.blockOf(block.id)?.error != null;
  const lastRun = !isNote && (
    <LastRun {...{ block, run, scope }} hasReferences={!isWide} onErrors={() => setTab('errors')} />
  );
  return (
    <div className={styles.body} data-wide={isWide && !isNote ? '' : undefined}>
      {isWide && !isNote && (
        <div key="references">
          <SideSection title={words.references}>
            <ReferenceTree scope={scope} />
          </SideSection>
        </div>
      )}
      {isRunFirst && <div key="failed">{lastRun}</div>}
      <div key="settings">
        <div className={styles.choices}>
          <MergeChoices block={block.id} />
        </div>
        <ScopeContext value={scope}>
          <BlockSettings {...props} tab={tab} onTab={setTab} />
        </ScopeContext>
      </div>
      {!isRunFirst && <div key="run">{lastRun}</div>}
    </div>
  );
}
