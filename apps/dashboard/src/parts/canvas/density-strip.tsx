/** How many iterations went well: at most twelve bars, each for the same share. */
import { iterationBars, type Iterations } from '../../core/iterations/iterations.js';
import { canvasText } from '../../text/canvas.js';
import styles from './density-strip.module.css';

export function DensityStrip(iterations: Iterations) {
  return (
    <span className={styles.strip}>
      <span className={styles.bars} role="img" aria-label={canvasText.iterationsSpoken(iterations)}>
        {iterationBars(iterations).map((kind, index) => (
          <i key={index} data-kind={kind} />
        ))}
      </span>
      <span className={styles.count}>{canvasText.iterations(iterations)}</span>
    </span>
  );
}
