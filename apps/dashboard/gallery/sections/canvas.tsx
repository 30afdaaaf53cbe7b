import { useState } from 'react';
import { Canvas } from '../../src/parts/canvas/canvas.js';
import { createStatusStore } from '../../src/parts/canvas/status-store.js';
import { canvasSamples, type CanvasSample } from '../canvas-samples.js';
import styles from '../gallery.module.css';
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
