/** The name of the block, to be written where it stands. References to it follow. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { editorText } from '../../../text/editor.js';
import { editorPanelText as words } from '../../../text/editor-panel.js';
import { TitleField } from '../../../ui/title-field.js';
import { useEditorOf } from '../store/editor-context.js';
import { edit } from '../store/editor-store.js';
import styles from './panel.module.css';

export interface BlockNameProps {
  id: string;
  name: string;
  isReadOnly: boolean;
}

export function BlockName({ id, name, isReadOnly }: BlockNameProps) {
  const { store } = useEditorOf();
  const input = useRef<HTMLInputElement>(null);
  const focus = useEffectEvent(() => {
    input.current?.focus();
    input.current?.select();
  });
  // The outside system is the keyboard. The canvas takes F2 for the block that it is at.
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'F2' || event.defaultPrevented) return;
      event.preventDefault();
      focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <div data-place="name" className={styles.name}>
      <TitleField
        ref={input}
        label={words.name}
        value={name}
        isReadOnly={isReadOnly}
        onCommit={(text) => {
          const refusal = edit(store, { kind: 'renameBlock', block: id, name: text });
          return refusal === null ? null : editorText.refusals[refusal.reason];
        }}
      />
    </div>
  );
}
