/** A long text that scrolls by its lines and is searched with Ctrl F. Loaded on demand. */
import { useEffect, useRef } from 'react';
import styles from './json-viewer.module.css';
import { openLongText } from './open-long-text.js';

export function LongText({ label, text }: { label: string; text: string }) {
  const holder = useRef<HTMLDivElement>(null);
  // The outside system is the editor, which draws by itself.
  useEffect(() => {
    if (holder.current === null) return undefined;
    return openLongText(holder.current, label, text);
  }, [label, text]);
  return <div className={styles.long} ref={holder} />;
}
