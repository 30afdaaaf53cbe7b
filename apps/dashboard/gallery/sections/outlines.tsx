import { useState } from 'react';
import { bodyRefusalOf } from '../../src/core/edit-rules/body-refusal.js';
import { portsOf } from '../../src/core/edit-rules/block-type.js';
import { EdgeRules } from '../../src/core/edit-rules/edge-refusal.js';
import { createStatusStore } from '../../src/parts/canvas/status-store.js';
import { Outline } from '../../src/parts/outline/outline.js';
import type { OutlineEdits, OutlineRules } from '../../src/parts/outline/outline-props.js';
import { bodyRefusalText, edgeRefusalText } from '../../src/parts/edit-rules/refusal-text.js';
import { blockTypeSamples } from '../block-type-samples.js';
import { canvasSamples, type CanvasSample } from '../canvas-samples.js';
import styles from '../gallery.module.css';
import { Section } from '../section.js';

const none = (): void => undefined;
const edits: OutlineEdits = { onCommand: none, onAdd: none, onDuplicate: none };

function rulesOf({ definition }: CanvasSample): OutlineRules {
  const edges = new EdgeRules(definition, blockTypeSamples);
  const byId = new Map(definition.blocks.map((block) => [block.id, block]));
  return {
    portsOf: (id) => {
      const block = byId.get(id);
      return (block && portsOf(block, blockTypeSamples)) ?? [];
    },
    edge: (from, port, to) => {
      const refusal = edges.from(from, port)(to);
      return refusal && edgeRefusalText(refusal);
    },
    body: (block, container) => {
      const refusal = bodyRefusalOf(definition, blockTypeSamples, block, container);
      return refusal && bodyRefusalText(refusal);
    },
  };
}

function OutlineShown({ sample, mayEdit }: { sample: CanvasSample; mayEdit: boolean }) {
  const [selected, setSelected] = useState(sample.selected);
  const [statusOf] = useState(() => {
    const store = createStatusStore();
    store.set(sample.statuses);
    return store;
  });
  const isIntake = sample === canvasSamples[1];
  return (
    <Outline
      name={sample.name}
      definition={sample.definition}
      rules={rulesOf(sample)}
      facts={{
        statusOf,
        problems: new Map(isIntake ? [['risk', 1]] : []),
        pinned: new Set(isIntake ? ['customer'] : []),
      }}
      selected={selected}
      onSelect={setSelected}
      edits={mayEdit ? edits : null}
    />
  );
}

const empty: CanvasSample = {
  ...{ name: 'Nothing yet', definition: { blocks: [], edges: [] }, statuses: [], selected: null },
};

export function Outlines() {
  return [...canvasSamples.slice(1, 4), empty].map((sample, at) => (
    <Section key={sample.name} title={`Outline: ${sample.name}`}>
      <div className={styles.phone}>
        <OutlineShown sample={sample} mayEdit={at !== 1} />
      </div>
    </Section>
  ));
}
