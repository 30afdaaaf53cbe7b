/** `?canvas=Order`, or a number of blocks: one canvas as large as the window. */
import { CanvasControl } from './canvas-control.js';
import { canvasSamples, largeSample } from './canvas-samples.js';
import styles from './gallery.module.css';
import { CanvasShown } from './sections/canvas.js';

/** @param controlZoom shows plain React Flow at this zoom instead */
export function CanvasPage({ name, controlZoom }: { name: string; controlZoom: string | null }) {
  const known = canvasSamples.find((sample) => sample.name.startsWith(name));
  const sample = known ?? largeSample(Number(name));
  return (
    <main className={styles.whole}>
      {controlZoom === null ? (
        <CanvasShown sample={sample} />
      ) : (
        <CanvasControl sample={sample} zoom={Number(controlZoom)} />
      )}
    </main>
  );
}
