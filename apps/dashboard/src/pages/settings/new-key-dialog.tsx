import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { keyOf } from '../../data/ask.js';
import type { ApiKey } from '../../core/api-key/api-key.js';
import { createKey, type NewKey } from '../../data/keys.queries.js';
import { failureText } from '../../parts/failure/failure-notice.js';
import { common } from '../../text/common.js';
import { keysText as words } from '../../text/keys.js';
import { Button } from '../../ui/button.js';
import { Checkbox } from '../../ui/checkbox.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Select } from '../../ui/select.js';
import { TextField } from '../../ui/text-field.js';
import { type Expiry, expiryChoices, expiresAt } from './model/expiry.js';
import styles from './settings.module.css';

export interface NewKeyDialogProps {
  workspaceId: string;
  isOpen: boolean;
  onClose: () => void;
  onMade: (key: NewKey) => void;
}

type Scope = ApiKey['scopes'][number];
const scopes: readonly Scope[] = ['logs:read', 'workflows:run', 'workflows:write'];

export function NewKeyDialog({ isOpen, onClose, ...rest }: NewKeyDialogProps) {
  return (
    <Dialog title={words.create} isOpen={isOpen} onClose={onClose}>
      <NewKeyForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

/** A form of its own: its values end with the dialog. */
function NewKeyForm({ workspaceId, onClose, onMade }: Omit<NewKeyDialogProps, 'isOpen'>) {
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>(['logs:read']);
  const [expiry, setExpiry] = useState<Expiry>('90');
  const [wasSubmitted, setSubmitted] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      createKey(workspaceId, {
        name: name.trim(),
        scopes: [...chosen],
        expiresAt: expiresAt(expiry, Date.now()),
      }),
    onSuccess: (key) => {
      void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, 'listApiKeys') });
      onMade(key);
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (name.trim() !== '' && chosen.length > 0) mutate();
  };
  const toggle = (scope: Scope, isChosen: boolean): void =>
    setChosen(scopes.filter((one) => (one === scope ? isChosen : chosen.includes(one))));
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={name}
        onChange={setName}
        maxLength={200}
        problem={wasSubmitted && name.trim() === '' ? words.needsName : null}
      />
      <fieldset className={styles.choices}>
        <legend>{words.scopes}</legend>
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            isSelected={chosen.includes(scope)}
            onChange={(isChosen) => toggle(scope, isChosen)}
          >
            {words.scope[scope]}
          </Checkbox>
        ))}
        {wasSubmitted && chosen.length === 0 && (
          <p role="alert" className={styles.problem}>
            {words.needsScope}
          </p>
        )}
      </fieldset>
      <Select
        label={words.expiry}
        choices={expiryChoices.map((id) => ({ id, label: words.expiryChoice[id] }))}
        chosen={expiry}
        onChoose={(id) => setExpiry(expiryChoices.find((one) => one === id) ?? expiry)}
      />
      {error && (
        <p role="alert" className={styles.problem}>
          {failureText(error)}
        </p>
      )}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button type="submit" tone="primary" isPending={isPending}>
          {words.create}
        </Button>
      </DialogActions>
    </form>
  );
}
