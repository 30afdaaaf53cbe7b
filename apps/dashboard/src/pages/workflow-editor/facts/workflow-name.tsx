/** The name in the page's line, to be changed where it stands. */
import { useState } from 'react';
import { factsText as words } from '../../../text/workflow-facts.js';
import { TextField } from '../../../ui/text-field.js';
import { useRename } from './use-deeds.js';

/** As long as the API takes it. */
const maxName = 200;

export interface WorkflowNameProps {
  name: string;
  onDone: () => void;
}

export function WorkflowName({ name, onDone }: WorkflowNameProps) {
  const [text, setText] = useState(name);
  const rename = useRename(name);
  const finish = (): void => {
    const next = text.trim();
    if (next !== '' && next !== name) rename.mutate(next);
    onDone();
  };
  return (
    <TextField
      label={words.name}
      isLabelHidden
      size="medium"
      value={text}
      maxLength={maxName}
      // It was asked for, and the menu that did so is gone.
      // eslint-disable-next-line jsx-a11y-x/no-autofocus
      autoFocus
      onFocus={({ target }) => target instanceof HTMLInputElement && target.select()}
      onChange={setText}
      onBlur={finish}
      onKeyDown={({ key, target }) => {
        if (key === 'Enter' && target instanceof HTMLElement) target.blur();
        if (key === 'Escape') onDone();
      }}
    />
  );
}
