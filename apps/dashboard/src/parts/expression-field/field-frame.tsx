/** Around the text of a field: takes what is dropped, and shows the value below the pointer. */
import { type CSSProperties, type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { Scope } from '../../core/completion/scope.js';
import styles from './expression-field.module.css';
import type { Point } from './open-editor.js';
import { droppedReference, hasReference } from './reference-drag.js';
import { useHovered } from './use-hovered.js';
import { ValueCard } from './value-card.js';

export interface FieldFrameProps {
  id: string;
  scope: Scope;
  rows: number;
  hasLines: boolean;
  isReadOnly: boolean;
  isInvalid: boolean;
  /** The list of completions covers what the pointer rests on. */
  isCompleting: boolean;
  onFocus: () => void;
  onDrop: (reference: string, at: Point) => void;
  children: ReactNode;
}

const flag = (is: boolean): '' | undefined => (is ? '' : undefined);

export function FieldFrame({ id, scope, rows, isReadOnly, onDrop, ...props }: FieldFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const { hovered, onPointerOver, onPointerLeave, keep } = useHovered(frame);
  const over = (event: DragEvent): void => {
    if (isReadOnly || !hasReference(event.dataTransfer)) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent): void => {
    setOver(false);
    const reference = droppedReference(event.dataTransfer);
    if (reference === null || isReadOnly) return;
    event.preventDefault();
    onDrop(reference, { x: event.clientX, y: event.clientY });
  };
  return (
    <div
      ref={frame}
      className={styles.frame}
      style={{ '--rows': rows } as CSSProperties}
      data-lines={flag(props.hasLines)}
      data-read-only={flag(isReadOnly)}
      data-invalid={flag(props.isInvalid)}
      data-over={flag(isOver)}
      onFocus={props.onFocus}
      onPointerOver={onPointerOver}
      onPointerLeave={onPointerLeave}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {props.children}
      {hovered !== null && !props.isCompleting && (
        <ValueCard
          {...{ id: `${id}card`, scope, ...hovered }}
          onEnter={keep}
          onLeave={onPointerLeave}
        />
      )}
    </div>
  );
}
