/** `?canvas=intake`, or a number of blocks: one canvas as large as the window. */
import { canvasSamples, largeSample } from './canvas-samples.js';
import styles from './gallery.module.css';
import { CanvasShown } from './sections/canvas.js';

export function CanvasPage({ name }: { name: string }) {
  const known = canvasSamples.find((sample) => sample.name.startsWith(name));
  return (
    <main className={styles.whole}>
      <CanvasShown sample={known ?? largeSample(Number(name))} />
    </main>
  );
}
