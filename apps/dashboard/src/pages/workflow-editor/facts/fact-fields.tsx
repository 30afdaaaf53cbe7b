/** Name, description and folder. Each is saved when it is left; a refusal stays at its field. */
import { useState } from 'react';
import type { Workflow } from '../../../data/workflow.queries.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { factsText } from '../../../text/workflow-facts.js';
import { Notice } from '../../../ui/notice.js';
import { TextArea } from '../../../ui/text-area.js';
import { TextField } from '../../../ui/text-field.js';
import { FolderField } from './folder-field.js';
import { useChangeFacts } from './use-deeds.js';

const { panel: words } = factsText;

/** As long as the API takes them. */
const [maxName, maxDescription] = [200, 10_000];

export interface FactFieldsProps {
  workflow: Workflow;
  readOnlyReason: string | null;
}

/** What is typed stays until it is saved, whatever others write meanwhile. */
function useTypedFact(field: 'name' | 'description', saved: string) {
  const change = useChangeFacts();
  const [typed, setTyped] = useState<string | null>(null);
  const save = (): void => {
    const next = (typed ?? saved).trim();
    const value = next === '' && field === 'description' ? null : next;
    if (typed === null || next === saved) setTyped(null);
    else change.mutate({ [field]: value }, { onSuccess: () => setTyped(null) });
  };
  return {
    value: typed ?? saved,
    problem: change.error === null ? null : failureText(change.error),
    onChange: setTyped,
    onBlur: save,
    save,
  };
}

export function FactFields({ workflow, readOnlyReason }: FactFieldsProps) {
  const isReadOnly = readOnlyReason !== null;
  const { save, ...name } = useTypedFact('name', workflow.name);
  const { save: _, ...description } = useTypedFact('description', workflow.description ?? '');
  return (
    <>
      {readOnlyReason !== null && <Notice title={readOnlyReason} />}
      <TextField
        label={factsText.name}
        {...{ ...name, isReadOnly }}
        maxLength={maxName}
        onKeyDown={({ key }) => key === 'Enter' && save()}
      />
      <TextArea
        label={words.description}
        hint={words.descriptionHint}
        {...{ ...description, isReadOnly }}
        maxLength={maxDescription}
      />
      <FolderField folderId={workflow.folderId} isReadOnly={isReadOnly} />
    </>
  );
}
