/** Text of a machine, as it is, with a button that copies it. */
import { useRef, type ReactNode } from 'react';
import styles from './code-block.module.css';
import { CopyButton } from './copy-button.js';
import { selectAll } from './copy-text.js';
import { useKit } from './kit.js';
import { tokensOfJson } from './json-tokens.js';

export interface CodeBlockProps {
  /** Names the text for screen readers. */
  label: string;
  text: string;
  language?: 'plain' | 'json';
  /** Error output has a red edge. */
  tone?: 'quiet' | 'error';
  /** Long lines wrap instead of scrolling. */
  isWrapped?: boolean;
  hasCopy?: boolean;
  /** A long text scrolls in itself, so that what follows stays near. */
  isCapped?: boolean;
  /** Instead of the text as it is: parts of it may be marked. What is copied stays the text. */
  children?: ReactNode;
}

export function CodeBlock({ label, text, language = 'plain', children, ...props }: CodeBlockProps) {
  const { tone = 'quiet', isWrapped = false, isCapped = false, hasCopy = true } = props;
  const { words } = useKit();
  const code = useRef<HTMLPreElement>(null);
  const select = (): void => {
    if (code.current !== null) selectAll(code.current);
  };
  return (
    <div className={styles.block} data-tone={tone}>
      {/* A long line scrolls, and the keyboard must reach it. */}
      <pre
        className={styles.code}
        data-wrapped={isWrapped ? '' : undefined}
        data-capped={isCapped ? '' : undefined}
        // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={label}
        ref={code}
      >
        {children ?? (language === 'json' ? <JsonText text={text} /> : text)}
      </pre>
      {hasCopy && <CopyButton tone="ghost" text={text} label={words.copy} onRefused={select} />}
    </div>
  );
}

export function JsonText({ text }: { text: string }) {
  return tokensOfJson(text).map(({ kind, start, end }) => (
    <span key={start} className={styles[kind]}>
      {text.slice(start, end)}
    </span>
  ));
}
