/** `?canvas=Order`, or a number of blocks, `&edited`: one canvas as large as the window. */
import { CanvasControl } from './canvas-control.js';
import { canvasSamples, largeSample } from './canvas-samples.js';
import { EditedCanvas } from './edited-canvas.js';
import styles from './gallery.module.css';
import { CanvasShown } from './sections/canvas.js';

interface CanvasPageProps {
  name: string;
  /** Plain React Flow at this zoom instead. */
  controlZoom: string | null;
  isEdited: boolean;
}

export function CanvasPage({ name, controlZoom, isEdited }: CanvasPageProps) {
  const known = canvasSamples.find((sample) => sample.name.startsWith(name));
  const sample = known ?? largeSample(Number(name));
  return (
    <main className={styles.whole}>
      {controlZoom !== null ? (
        <CanvasControl sample={sample} zoom={Number(controlZoom)} />
      ) : isEdited ? (
        <EditedCanvas sample={sample} />
      ) : (
        <CanvasShown sample={sample} />
      )}
    </main>
  );
}
