/**
 * What a person can do on the page that is open. Palette, shortcut sheet and keyboard read it
 * when they need it, so a page that draws often draws nothing else anew.
 */
import { useEffect, useRef } from 'react';

export interface Action {
  readonly id: string;
  readonly label: string;
  /** As pressed one after the other; `mod` is Ctrl or Command. */
  readonly keys?: string;
  /** Keys that the page itself listens to; here they are only said. */
  readonly ownKeys?: string;
  /** A way of moving about, which no list of commands offers. */
  readonly isKeyOnly?: boolean;
  /** Why it can't be done now. It stays in every list. */
  readonly disabledReason?: string | null;
  run(): void;
}

const here = new Set<{ readonly current: readonly Action[] }>();

export const actionsHere = (): readonly Action[] => [...here].flatMap(({ current }) => current);

export function useActionsHere(actions: readonly Action[]): void {
  const latest = useRef(actions);
  // The outside system is the list above, which others read between two drawings.
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    here.add(latest);
    return () => void here.delete(latest);
  }, []);
}
