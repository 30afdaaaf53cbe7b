/** The reference that the pointer rests on, in plain text and in the editor alike. */
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Hovered } from './value-card.js';

const openMs = 300;
/** Enough to move the pointer onto the card. */
const closeMs = 200;

export interface Hovering {
  readonly hovered: Hovered | null;
  readonly onPointerOver: (event: PointerEvent) => void;
  readonly onPointerLeave: () => void;
  /** It stays while the pointer is on the card. */
  readonly keep: () => void;
  readonly close: () => void;
}

export function useHovered(field: RefObject<HTMLElement | null>): Hovering {
  const [hovered, setHovered] = useState<Hovered | null>(null);
  const timer = useRef(0);
  const later = (next: Hovered | null, ms: number): void => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setHovered(next), ms);
  };
  const keep = (): void => window.clearTimeout(timer.current);
  const close = (): void => {
    keep();
    setHovered(null);
  };
  const isOpen = hovered !== null;
  // The outside system is the keyboard and the window: Escape closes the card, scrolling moves it.
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeNow = (): void => setHovered(null);
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') event.stopPropagation();
      closeNow();
    };
    window.addEventListener('keydown', press, true);
    window.addEventListener('scroll', closeNow, true);
    return () => {
      window.removeEventListener('keydown', press, true);
      window.removeEventListener('scroll', closeNow, true);
    };
  }, [isOpen]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const onPointerOver = ({ target, pointerType }: PointerEvent): void => {
    if (pointerType === 'touch' || !(target instanceof Element)) return;
    const chip = target.closest<HTMLElement>('[data-reference]');
    const reference = chip?.dataset['reference'];
    if (chip === null || reference === undefined || field.current === null) {
      later(null, closeMs);
      return;
    }
    const [box, around] = [chip.getBoundingClientRect(), field.current.getBoundingClientRect()];
    later({ reference, chip: box, field: around }, openMs);
  };
  return { hovered, onPointerOver, onPointerLeave: () => later(null, closeMs), keep, close };
}
