import { useState } from 'react';
import { Button } from './button.js';
import styles from './code-line.module.css';
import { Check, Copy } from './icon.js';

export interface CodeLineProps {
  /** Names the text for screen readers. */
  label: string;
  text: string;
  copyLabel: string;
  copiedLabel: string;
}

export function CodeLine({ label, text, copyLabel, copiedLabel }: CodeLineProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => setCopied(true));
  };
  return (
    <div className={styles.line} role="group" aria-label={label}>
      {/* A long line scrolls, and the keyboard must reach it. */}
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex */}
      <pre className={styles.text} tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
      <Button
        icon={isCopied ? Check : Copy}
        aria-label={isCopied ? copiedLabel : copyLabel}
        onPress={copy}
      />
    </div>
  );
}
