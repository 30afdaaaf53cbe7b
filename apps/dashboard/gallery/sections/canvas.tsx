import { useState } from 'react';
import { Canvas } from '../../src/parts/canvas/canvas.js';
import { createStatusStore } from '../../src/parts/canvas/status-store.js';
import { canvasSamples, type CanvasSample, draftSample } from '../canvas-samples.js';
import styles from '../gallery.module.css';
import { EditedCanvas } from '../edited-canvas.js';
import { marksOfDeploy, marksOfDraft, withRemoved } from '../edited-samples.js';
import { Section } from '../section.js';

export function CanvasShown({ sample }: { sample: CanvasSample }) {
  const [selected, setSelected] = useState(sample.selected);
  const [statusOf] = useState(() => {
    const store = createStatusStore();
    store.set(sample.statuses);
    return store;
  });
  return (
    <Canvas
      definition={sample.definition}
      statusOf={statusOf}
      selected={selected}
      onSelect={setSelected}
      label={sample.name}
    />
  );
}

export function Canvases() {
  return canvasSamples.map((sample) => (
    <Section key={sample.name} title={sample.name} isWide>
      <div className={styles.canvas}>
        <CanvasShown sample={sample} />
      </div>
    </Section>
  ));
}

export function EditedCanvases() {
  return (
    <>
      <Section title="Order intake, edited" isWide>
        <EditedCanvas sample={draftSample} marks={marksOfDraft} />
      </Section>
      <Section title="Order intake, before it is deployed" isWide>
        <EditedCanvas sample={withRemoved(draftSample)} marks={marksOfDeploy} isRead />
      </Section>
    </>
  );
}
