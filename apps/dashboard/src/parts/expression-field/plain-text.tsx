/** The text before its editor is loaded, or where it is only read. */
import { type ComponentProps, Fragment } from 'react';
import styles from './expression-field.module.css';
import type { Piece } from './plain-pieces.js';

export interface PlainTextProps extends ComponentProps<'div'> {
  lines: readonly (readonly Piece[])[];
  hasNumbers: boolean;
  placeholder: string;
}

export function PlainText({ lines, hasNumbers, placeholder, ...props }: PlainTextProps) {
  const isEmpty = lines.length === 1 && lines[0]?.every(({ text }) => text === '') !== false;
  return (
    <div
      {...props}
      role="textbox"
      tabIndex={0}
      className={styles.plain}
      data-numbers={hasNumbers ? '' : undefined}
    >
      {isEmpty && <span className={styles.placeholder}>{placeholder}</span>}
      {lines.map((pieces, index) => (
        <div key={index} className={styles.line}>
          <span>
            {pieces.map((piece, at) => (
              <PlainPiece key={at} {...piece} />
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}

function PlainPiece({ text, reference, tone, token }: Piece) {
  if (reference === null && tone === null && token === 'plain') return <Fragment>{text}</Fragment>;
  const wave =
    tone === null ? (
      text
    ) : (
      <span className={styles.wrong} data-tone={tone}>
        {text}
      </span>
    );
  if (reference === null) return <span className={styles[token]}>{wave}</span>;
  return (
    <span className={styles.reference} data-reference={reference}>
      {wave}
    </span>
  );
}
