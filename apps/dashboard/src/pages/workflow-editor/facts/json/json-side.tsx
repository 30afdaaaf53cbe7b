/** The whole definition as text, beside the canvas. Edits go through the same log. */
import { useEffect, useRef, useState } from 'react';
import { editorText } from '../../../../text/editor.js';
import { factsText } from '../../../../text/workflow-facts.js';
import { Badge } from '../../../../ui/badge.js';
import { CopyButton } from '../../../../ui/copy-button.js';
import { Button } from '../../../../ui/button.js';
import { Notice } from '../../../../ui/notice.js';
import { SidePanel, SideSection } from '../../../../ui/side-panel.js';
import { sizeText } from '../../../../core/format/size-text.js';
import { notePlace, type NotePlace } from '../../model/note-place.js';
import { useEditor, useEditorOf } from '../../store/editor-context.js';
import type { TypedFault } from '../../store/take-typed.js';
import styles from '../facts.module.css';
import { type JsonEdit, startJsonEdit } from './json-edit.js';
import { JsonNotes, type PlacedNote } from './json-notes.js';
import { openJsonEditor } from './open-json-editor.js';

const { json: words } = factsText;

export interface JsonSideProps {
  readOnlyReason: string | null;
  onClose: () => void;
}

function faultText(fault: TypedFault): string {
  switch (fault.kind) {
    case 'fault':
      return words.fault(fault.fault.line, fault.fault.column, fault.fault.expected);
    case 'tooDeep':
      return words.tooDeep;
    case 'notObject':
      return words.notObject;
    case 'refused':
      return editorText.refusals[fault.refusal.reason];
  }
}

/** Each is looked for in the text. */
const mostNotes = 100;

function usePlaced(): readonly PlacedNote[] {
  const document = useEditor(({ log }) => log.document);
  const problems = useEditor((state) => state.problems);
  const warnings = useEditor((state) => state.warnings);
  const notes = [
    ...problems.map((note) => ({ note, tone: 'error' as const })),
    ...warnings.map((note) => ({ note, tone: 'warning' as const })),
  ];
  return notes.slice(0, mostNotes).map(({ note, tone }) => ({
    ...{ tone, message: note.message, place: notePlace(document, note) },
  }));
}

export function JsonSide({ readOnlyReason, onClose }: JsonSideProps) {
  const { store } = useEditorOf();
  const size = useEditor(({ log }) => log.document.text.length);
  const holder = useRef<HTMLDivElement>(null);
  const joined = useRef<JsonEdit>(null);
  const [fault, setFault] = useState<TypedFault | null>(null);
  const placed = usePlaced();
  const isReadOnly = readOnlyReason !== null;
  // The outside system is CodeMirror, which draws by itself.
  useEffect(() => {
    if (holder.current === null) return undefined;
    const edit = startJsonEdit(store, {
      ...{ parent: holder.current, open: openJsonEditor, label: words.label },
      ...{ isReadOnly, onFault: setFault },
    });
    joined.current = edit;
    return () => {
      joined.current = null;
      edit.end();
    };
  }, [store, isReadOnly]);
  // The same. Where the text is not applied, the places are others.
  useEffect(() => {
    const marks = fault === null ? placed : [];
    joined.current?.editor.setWaves(
      marks.map(({ place: { from, to }, tone }) => ({ from, to, tone })),
    );
  });
  const show = ({ from, to }: Pick<NotePlace, 'from' | 'to'>): void =>
    joined.current?.editor.show(from, to);
  return (
    <div className={styles.wide}>
      <SidePanel
        title={words.title}
        onClose={onClose}
        actions={
          <>
            <Badge isMono>{sizeText(size)}</Badge>
            <CopyButton
              tone="ghost"
              label={factsText.banner.copy}
              text={() => store.getState().log.document.text}
            />
          </>
        }
      >
        <SideSection>
          {readOnlyReason !== null && <Notice title={readOnlyReason} />}
          {fault === null ? (
            !isReadOnly && <p className={styles.quiet}>{words.hint}</p>
          ) : (
            <Notice tone="error" title={faultText(fault)}>
              {fault.kind === 'fault' && (
                <Button
                  onPress={() => show({ from: fault.fault.offset, to: fault.fault.offset + 1 })}
                >
                  {words.show}
                </Button>
              )}
            </Notice>
          )}
          <div ref={holder} className={styles.json} />
          <JsonNotes notes={placed} onShow={show} />
        </SideSection>
      </SidePanel>
    </div>
  );
}
