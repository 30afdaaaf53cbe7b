/** The dialogs of the outline: a list to choose from, and a new name. */
import { useState } from 'react';
import type { DrawnDefinition } from '../../core/workflow-graph/workflow-graph.js';
import { outlineText } from '../../text/outline.js';
import { Button } from '../../ui/button.js';
import { CommandList } from '../../ui/command-list.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { TextField } from '../../ui/text-field.js';
import { choicesFor, type Deed, type ListKind, nameProblem } from './outline-choices.js';
import type { OutlineRules } from './outline-props.js';

interface BlockDialogProps {
  definition: DrawnDefinition;
  block: string;
  onClose: () => void;
}

const nameIn = ({ blocks }: DrawnDefinition, block: string): string =>
  blocks.find(({ id }) => id === block)?.name ?? '';

export interface ChooseDialogProps extends BlockDialogProps {
  list: ListKind;
  rules: OutlineRules;
  onChoose: (deed: Deed) => void;
}

export function ChooseDialog({ definition, block, list, rules, ...props }: ChooseDialogProps) {
  const { choose: words } = outlineText;
  const groups = choicesFor(definition, rules, block, list);
  const deeds = new Map<string, Deed>(
    groups.flatMap(({ choices }, group) =>
      choices.map(({ deed }, at) => [`${group}.${at}`, deed] as const),
    ),
  );
  return (
    <Dialog
      title={words[list](nameIn(definition, block))}
      isOpen
      onClose={props.onClose}
      closesBy="anything"
    >
      <CommandList
        label={words.find}
        emptyText={words.nothing}
        groups={groups.map(({ title, choices }, group) => ({
          title,
          commands: choices.map(({ label, refusal }, at) => ({
            id: `${group}.${at}`,
            label,
            disabledReason: refusal,
          })),
        }))}
        onChoose={(id) => {
          const deed = deeds.get(id);
          props.onClose();
          if (deed !== undefined) props.onChoose(deed);
        }}
      />
    </Dialog>
  );
}

export interface RenameDialogProps extends BlockDialogProps {
  onRename: (name: string) => void;
}

export function RenameDialog({ definition, block, onRename, onClose }: RenameDialogProps) {
  const { rename: words } = outlineText;
  const before = nameIn(definition, block);
  const [name, setName] = useState(before);
  const problem = nameProblem(definition, block, name);
  const rename = (): void => {
    if (problem !== null) return;
    onClose();
    if (name !== before) onRename(name);
  };
  return (
    <Dialog title={words.title(before)} isOpen onClose={onClose} closesBy="anything">
      {/* The dialog was opened to type here. */}
      <TextField
        label={words.label}
        hint={words.hint}
        problem={problem}
        value={name}
        onChange={setName}
        onFocus={({ target }) => target.select()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') rename();
          else event.continuePropagation();
        }}
        // eslint-disable-next-line jsx-a11y-x/no-autofocus
        autoFocus
      />
      <DialogActions>
        <Button size="large" onPress={onClose}>
          {words.cancel}
        </Button>
        <Button tone="primary" size="large" disabledReason={problem} onPress={rename}>
          {words.verb}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
