/** What a reference stood for in the last run, beside its field while the pointer rests on it. */
import { useLayoutEffect, useRef } from 'react';
import { type LastValue, lastValue } from '../../core/completion/last-value.js';
import { type Box, placeCard } from '../../core/completion/place-list.js';
import type { Scope } from '../../core/completion/scope.js';
import { expressionText as words } from '../../text/expression.js';
import { useNow } from '../time/use-now.js';
import styles from './value-card.module.css';
import { agoText, valueText } from './value-text.js';

export interface Hovered {
  /** With its brackets. */
  readonly reference: string;
  readonly chip: Box;
  readonly field: Box;
}

export interface ValueCardProps extends Hovered {
  id: string;
  scope: Scope;
  onEnter: () => void;
  onLeave: () => void;
}

export function ValueCard({ id, reference, chip, field, scope, ...props }: ValueCardProps) {
  const card = useRef<HTMLDivElement>(null);
  const nowMs = useNow();
  const found = lastValue(reference, scope);
  // The outside system is the browser's top layer, and the height that the text takes.
  useLayoutEffect(() => {
    const element = card.current;
    if (element === null) return;
    element.showPopover();
    const size = { width: window.innerWidth, height: window.innerHeight };
    const placed = placeCard(chip, field, size, element.offsetHeight);
    element.dataset['side'] = placed.side;
    for (const name of ['left', 'top', 'width', 'arrow'] as const)
      element.style.setProperty(`--${name}`, `${placed[name]}px`);
  }, [chip, field]);
  return (
    <div
      ref={card}
      id={id}
      role="tooltip"
      popover="manual"
      className={styles.card}
      onPointerEnter={props.onEnter}
      onPointerLeave={props.onLeave}
    >
      <header className={styles.head}>
        <code className={styles.name}>{reference}</code>
        {found?.kind === 'value' && <span>{found.look.type}</span>}
      </header>
      {found?.kind === 'value' && <p className={styles.value}>{valueText(found.look)}</p>}
      <p className={styles.source}>{sourceOf(found, nowMs)}</p>
    </div>
  );
}

function sourceOf(found: LastValue | null, nowMs: number): string {
  if (found === null) return words.unknownHere;
  switch (found.kind) {
    case 'value':
      return words.from(found.block, agoText(found.atMs, nowMs));
    case 'absent':
      return words.absent(found.block, agoText(found.atMs, nowMs));
    case 'notRun':
      return words.notRun(found.block);
    case 'iteration':
    case 'variable':
    case 'environment':
    case 'tool':
    case 'secret':
      return words.other[found.kind];
  }
}
