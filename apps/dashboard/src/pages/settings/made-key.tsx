import { useEffect, useId, useRef } from 'react';
import { absoluteText } from '../../core/format/format.js';
import type { NewKey } from '../../data/keys.queries.js';
import { useZone } from '../../data/preferences.js';
import { keysText as words } from '../../text/keys.js';
import { Button } from '../../ui/button.js';
import { CodeBlock } from '../../ui/code-block.js';
import { Silhouette } from '../../ui/silhouette.js';
import { scopesText } from './model/key-facts.js';
import styles from './settings.module.css';

export interface MadeKeyProps {
  workspaceId: string;
  made: NewKey;
  onStored: () => void;
}

/** The one time that a key's value is shown. It stays until the person says that it is stored. */
export function MadeKey({ workspaceId, made, onStored }: MadeKeyProps) {
  const value = made.key ?? '';
  const zone = useZone();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  // The outside system is the focus: the dialog that made the key has gone.
  useEffect(() => title.current?.focus(), []);
  const ends = made.expiresAt === null ? null : absoluteText(made.expiresAt, zone);
  return (
    <section className={styles.made} aria-labelledby={titleId}>
      <header className={styles.madeHead}>
        <Silhouette name="success" />
        <h2 id={titleId} ref={title} tabIndex={-1}>
          {words.made(made.name)}
        </h2>
        <p className={styles.once}>{words.madeDetail}</p>
      </header>
      <CodeBlock label={words.value} text={value} isWrapped />
      <p className={styles.once}>{words.inShell}</p>
      <CodeBlock label={words.exportLabel} text={words.exportLine(value)} isWrapped />
      <CodeBlock
        label={words.curlLabel}
        text={words.curlLine(window.location.origin, workspaceId)}
        isWrapped
      />
      <footer className={styles.madeFoot}>
        <p>{words.may(scopesText(made.scopes).toLowerCase(), ends)}</p>
        <Button onPress={onStored}>{words.done}</Button>
      </footer>
    </section>
  );
}
