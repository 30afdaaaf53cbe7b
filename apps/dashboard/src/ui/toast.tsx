/** Short notices of lone actions. What must not be missed is shown where it happened. */
import { useSyncExternalStore } from 'react';
import { Button } from './button.js';
import { X } from './icon.js';
import styles from './toast.module.css';

export interface Notice {
  id: number;
  tone: 'plain' | 'error';
  text: string;
}

let notices: readonly Notice[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

export function notify(text: string, tone: Notice['tone'] = 'plain'): void {
  change([...notices.slice(-4), { id: nextId, tone, text }]);
  nextId += 1;
}

const dismiss = (id: number): void => change(notices.filter((notice) => notice.id !== id));

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function Toasts({ dismissLabel }: { dismissLabel: string }) {
  const shown = useSyncExternalStore(subscribe, () => notices);
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {shown.map(({ id, tone, text }) => (
        <div key={id} className={styles.toast} data-tone={tone}>
          <span>{text}</span>
          <Button tone="quiet" icon={X} aria-label={dismissLabel} onPress={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
