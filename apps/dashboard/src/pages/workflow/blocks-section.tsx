/** The blocks of the draft or of the deployed version, as the editor will draw them. */
import { useState } from 'react';
import { drawnOf } from '../../core/execution/drawn-definition.js';
import { remembered } from '../../core/execution/remembered.js';
import type { Workflow } from '../../data/workflow.queries.js';
import { Canvas } from '../../parts/canvas/canvas.js';
import { createStatusStore } from '../../parts/canvas/status-store.js';
import { FailureNotice } from '../../parts/failure/failure-notice.js';
import { JsonViewer } from '../../parts/json-viewer/json-viewer.js';
import { workflowText as words } from '../../text/workflow.js';
import { SidePanel, SideSection } from '../../ui/side-panel.js';
import styles from './blocks-section.module.css';
import type { ShownDefinition } from './use-shown-definition.js';

export interface BlocksSectionProps {
  workflow: Workflow;
  shown: ShownDefinition;
}

const drawnIn = remembered((definition: object, layout: unknown) => drawnOf(definition, layout));

export function BlocksSection({ workflow, shown }: BlocksSectionProps) {
  const [selected, setSelected] = useState<string | null>(null);
  // Nothing runs here: the store stays empty.
  const [statusOf] = useState(createStatusStore);
  if (shown.error !== null) return <FailureNotice error={shown.error} />;
  if (shown.definition === null) return <div className={styles.blocks} />;
  const drawn = drawnIn(shown.definition, shown.layout);
  if (drawn === null || drawn.definition.blocks.length === 0)
    return <p className={styles.says}>{drawn === null ? words.notDrawn : words.noBlocks}</p>;
  const block = drawn.definition.blocks.find(({ id }) => id === selected);
  return (
    <div className={styles.blocks}>
      <div className={styles.canvas}>
        <Canvas
          {...drawn}
          statusOf={statusOf}
          selected={selected}
          onSelect={setSelected}
          label={workflow.name}
        />
      </div>
      {block !== undefined && (
        <SidePanel title={block.name} onClose={() => setSelected(null)}>
          <SideSection>
            <JsonViewer
              title={words.blockSettings}
              text={JSON.stringify(block.config)}
              fileName={`${block.id}.json`}
            />
          </SideSection>
        </SidePanel>
      )}
    </div>
  );
}
