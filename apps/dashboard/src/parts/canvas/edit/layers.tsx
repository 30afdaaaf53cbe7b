/** What is drawn above the blocks while something is dragged. */
import { ViewportPortal } from '@xyflow/react';
import { useRef } from 'react';
import type { Point } from '../../../core/layout/box.js';
import { smallIconSize } from '../../../ui/icon-size.js';
import { Ban } from '../../../ui/icon.js';
import { useEditSession } from './edit-session.js';
import { type Motion, refusalNow } from './gesture.js';
import styles from './layers.module.css';
import { useMotion } from './use-motion.js';
import { useValue } from './value-store.js';

/** In the canvas's own pixels. */
export function Lines() {
  const wire = useRef<SVGPathElement>(null);
  const guides = useRef<SVGPathElement>(null);
  const area = useRef<HTMLDivElement>(null);
  useMotion((motion) => {
    wire.current?.setAttribute('d', motion.wire === null ? '' : wirePath(motion.wire));
    guides.current?.setAttribute('d', guidePath(motion));
    if (area.current === null) return;
    const { x, y, width, height } = motion.area ?? { x: 0, y: 0, width: 0, height: 0 };
    area.current.hidden = motion.area === null;
    area.current.style.translate = `${x}px ${y}px`;
    area.current.style.width = `${width}px`;
    area.current.style.height = `${height}px`;
  });
  return (
    <ViewportPortal>
      <svg className={styles.lines}>
        <path ref={guides} className={styles.guides} />
      </svg>
      <svg className={styles.lines} data-above>
        <path ref={wire} className={styles.wire} />
      </svg>
      <div ref={area} className={styles.area} hidden />
    </ViewportPortal>
  );
}

interface Wire {
  readonly start: Point;
  readonly end: Point;
}

/** Down from the port, and down into the block. */
function wirePath({ start, end }: Wire): string {
  const bend = Math.min(80, Math.max(24, Math.abs(end.y - start.y) / 2));
  const [from, to] = [`${start.x} ${start.y}`, `${end.x} ${end.y}`];
  return `M${from}C${start.x} ${start.y + bend} ${end.x} ${end.y - bend} ${to}`;
}

const guideLength = 360;

function guidePath({ at, guides: { x, y } }: Motion): string {
  const down = x === null ? '' : `M${x} ${at.y - guideLength}V${at.y + guideLength}`;
  const across = y === null ? '' : `M${at.x - guideLength} ${y}H${at.x + guideLength}`;
  return down + across;
}

/** Why it may not end here, beside the pointer. */
export function RefusalTip() {
  const { gesture } = useEditSession();
  const refusal = useValue(gesture, refusalNow);
  return refusal === null ? null : <Tip text={refusal} />;
}

function Tip({ text }: { text: string }) {
  const tip = useRef<HTMLDivElement>(null);
  useMotion(({ pointer }) => {
    if (tip.current !== null)
      tip.current.style.translate = `${pointer.x + 18}px ${pointer.y + 20}px`;
  });
  return (
    <div ref={tip} className={styles.tip}>
      <Ban {...smallIconSize} />
      <span>{text}</span>
    </div>
  );
}
