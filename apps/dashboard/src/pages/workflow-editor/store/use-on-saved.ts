import { useEffect, useEffectEvent, useRef } from 'react';
import type { WorkflowText } from '../../../core/edit/text/workflow-text.js';
import { useEditor } from './editor-context.js';

/**
 * Acts when a save changed a part of the draft. The outside system is the server.
 * @param partOf the part as text, remembered by the document
 */
export function useOnSaved(
  partOf: (document: WorkflowText, _: null) => string,
  onChange: () => void,
): void {
  const saved = useEditor(({ log, saving }) =>
    saving.kind === 'saved' ? partOf(log.document, null) : null,
  );
  const before = useRef(saved);
  const act = useEffectEvent(onChange);
  useEffect(() => {
    if (saved === null || saved === before.current) return;
    if (before.current !== null) act();
    before.current = saved;
  }, [saved]);
}
