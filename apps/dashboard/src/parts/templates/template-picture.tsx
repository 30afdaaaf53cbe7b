/** A workflow as the layout draws it, small: blocks by category, no words. Drawn once. */
import { blockLookOf } from '../../core/block-look/block-look.js';
import { templatePicture } from '../../core/template/template.js';
import type { DrawnDefinition } from '../../core/workflow-graph/workflow-graph.js';
import { templatesText as words } from '../../text/templates.js';
import styles from './template-picture.module.css';

export interface TemplatePictureProps {
  title: string;
  definition: DrawnDefinition;
}

const air = 24;
const tile = { inset: 11, size: 30 };
/** A small workflow is not blown up. */
const leastWidth = 520;
const leastHeight = 360;

export function TemplatePicture({ title, definition }: TemplatePictureProps) {
  const { blocks, edges, bounds } = templatePicture(definition);
  const width = Math.max(leastWidth, bounds.width + 2 * air);
  const height = Math.max(leastHeight, bounds.height + 2 * air);
  const [left, top] = [
    bounds.x - (width - bounds.width) / 2,
    bounds.y - (height - bounds.height) / 2,
  ];
  return (
    <svg
      className={styles.picture}
      role="img"
      aria-label={words.picture(title)}
      viewBox={`${left} ${top} ${width} ${height}`}
    >
      {blocks.map(({ id, kind, type, x, y, ...size }) => (
        <g key={id} data-category={blockLookOf(type).category}>
          <rect {...{ x, y }} {...size} rx={kind === 'container' ? 14 : 10} data-kind={kind} />
          {kind === 'block' && (
            <>
              <rect
                className={styles.tile}
                x={x + tile.inset}
                y={y + tile.inset}
                width={tile.size}
                height={tile.size}
                rx={7}
              />
              <path d={`M${x + 54} ${y + 20}h96M${x + 54} ${y + 34}h64`} className={styles.text} />
            </>
          )}
        </g>
      ))}
      {edges.map((path, at) => (
        <path key={at} d={path} className={styles.edge} />
      ))}
    </svg>
  );
}
