/** What a phone has below the outline: the action bar, and its sheets, which Back closes. */
import { lazyPart } from '../../../parts/lazy/lazy-part.js';
import { useTriggerMethods } from '../header/use-trigger-methods.js';
import type { Side } from '../side.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { openAdding } from '../store/editor-store.js';
import { ActionBar } from './action-bar.js';
import { ProblemsSheet } from './problems-sheet.js';
import type { CalledWorkflow } from './url-sheet.js';
import { useBackCloses } from './use-back-closes.js';

const UrlSheet = lazyPart(async () => (await import('./url-sheet.js')).UrlSheet);

export type PhoneSheet = 'url' | 'problems';

export interface PhonePartsProps {
  name: string;
  workflow: CalledWorkflow | undefined;
  sheet: PhoneSheet | null;
  onSheet: (sheet: PhoneSheet | null) => void;
  onSide: (side: Side | null) => void;
}

export function PhoneParts({ name, workflow, sheet, onSheet, ...props }: PhonePartsProps) {
  const { store } = useEditorOf();
  const methods = useTriggerMethods() ?? [];
  const isAdding = useEditor((state) => state.adding !== null);
  const close = (): void => onSheet(null);
  // The address has the steps of the other panels.
  useBackCloses(sheet !== null || isAdding, () => {
    close();
    openAdding(store, null);
  });
  return (
    <>
      <ActionBar name={name} onUrl={() => onSheet('url')} onDeploy={() => props.onSide('deploy')} />
      {sheet === 'url' && workflow !== undefined && (
        <UrlSheet {...{ name, workflow, methods }} onClose={close} />
      )}
      {sheet === 'problems' && <ProblemsSheet onClose={close} />}
    </>
  );
}
