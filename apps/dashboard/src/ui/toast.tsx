/**
 * Short notices of lone actions, for six seconds, longer while they are looked at. A failure stays.
 * What must not be missed is shown where it happened.
 */
import { useSyncExternalStore } from 'react';
import { Button } from './button.js';
import { X } from './icon.js';
import { IconButton } from './icon-button.js';
import { useKit } from './kit.js';
import { Silhouette } from './silhouette.js';
import styles from './toast.module.css';
import { dismiss, hold, letGo, shownToasts, subscribe } from './toast-queue.js';

export { notify } from './toast-queue.js';

export function Toasts() {
  const { words } = useKit();
  const shown = useSyncExternalStore(subscribe, shownToasts);
  return (
    <div className={styles.region} role="status" aria-live="polite">
      {shown.map(({ id, tone, text, action }) => (
        // The pointer and the focus only stop the clock; the buttons inside do the work.
        <div
          key={id}
          className={styles.toast}
          onPointerEnter={() => hold(id)}
          onPointerLeave={() => letGo(id)}
          onFocus={() => hold(id)}
          onBlur={() => letGo(id)}
        >
          {tone === 'error' && (
            <span className={styles.failed}>
              <Silhouette name="error" />
            </span>
          )}
          <span className={styles.text}>{text}</span>
          {action && (
            <Button
              tone="ghost"
              onPress={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton tone="ghost" icon={X} label={words.dismiss} onPress={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
}
