import { ApiRefusal } from '@libs/client';
import { useState } from 'react';
import { executionStatuses } from '../src/core/status/status.js';
import { FailureNotice } from '../src/parts/failure/failure-notice.js';
import { StatusLabel } from '../src/parts/status-label/status-label.js';
import { Button } from '../src/ui/button.js';
import { Checkbox } from '../src/ui/checkbox.js';
import { CodeLine } from '../src/ui/code-line.js';
import { CommandList } from '../src/ui/command-list.js';
import { Dialog, DialogActions } from '../src/ui/dialog.js';
import { EntriesMenu } from '../src/ui/entries-menu.js';
import { Bell, Search } from '../src/ui/icon.js';
import { Menu } from '../src/ui/menu.js';
import { Notice } from '../src/ui/notice.js';
import { Rows } from '../src/ui/rows.js';
import { Select } from '../src/ui/select.js';
import { Skeleton } from '../src/ui/skeleton.js';
import { TextField } from '../src/ui/text-field.js';
import { notify, Toasts } from '../src/ui/toast.js';
import styles from './gallery.module.css';

const tones = ['plain', 'primary', 'danger', 'quiet'] as const;
const choices = [
  { id: 'a', label: 'First', detail: 'owner' },
  { id: 'b', label: 'Second' },
];
const statuses = [400, 401, 403, 404, 409, 429, 500] as const;
const refusal = (status: number): ApiRefusal =>
  new ApiRefusal(status, { error: 'Why it was refused', code: 'INTERNAL', requestId: 'r-1' }, 7);

export function Gallery() {
  const [isOpen, setOpen] = useState(false);
  return (
    <main className={styles.gallery}>
      <h1>Gallery</h1>
      <section aria-label="Buttons" className={styles.row}>
        {tones.map((tone) => (
          <Button key={tone} tone={tone}>
            {tone}
          </Button>
        ))}
        {tones.map((tone) => (
          <Button key={tone} tone={tone} size="large" isDisabled>
            {`${tone} disabled`}
          </Button>
        ))}
        <Button isPending>Pending</Button>
        <Button icon={Search} aria-label="Search" />
        <Button icon={Search}>Search</Button>
      </section>
      <section aria-label="Fields" className={styles.row}>
        <TextField label="Plain" hint="A hint" placeholder="Placeholder" />
        <TextField label="Wrong" defaultValue="x" problem="What is wrong, and what to do" />
        <TextField label="Disabled" isDisabled />
        <Select label="Select" choices={choices} chosen="a" onChoose={() => undefined} />
        <Menu label="Menu" text="Second" choices={choices} chosen="b" onChoose={() => undefined} />
        <EntriesMenu
          label="Entries: 2 new"
          badge="2"
          entries={[{ id: 'a', title: 'A title', detail: 'A detail', newText: 'New:' }]}
          {...entriesMenu}
        />
        <EntriesMenu label="No entries" badge={null} entries={[]} {...entriesMenu} />
        <Checkbox>Off</Checkbox>
        <Checkbox defaultSelected>On</Checkbox>
        <Checkbox isDisabled>Disabled</Checkbox>
      </section>
      <section aria-label="Statuses" className={styles.row}>
        {[...executionStatuses, 'of a newer server'].map((status) => (
          <StatusLabel key={status} status={status} />
        ))}
      </section>
      <section aria-label="Lines">
        <CodeLine label="Call" text="curl -sS http://127.0.0.1:3000/api/v1/me" {...copying} />
        <CommandList
          label="Find a command"
          emptyText="None"
          commands={choices}
          onChoose={() => undefined}
        />
      </section>
      <section aria-label="Rows">
        <Rows
          label="Rows"
          columns={[
            { id: 'label', title: 'Label', cell: ({ label }) => label },
            { id: 'id', title: 'Id', align: 'end', cell: ({ id }) => <code>{id}</code> },
          ]}
          rows={choices}
          keyOf={({ id }) => id}
        />
        <Skeleton label="Loading" rows={3} />
      </section>
      <section aria-label="Notices">
        <Notice title="Nothing yet" detail="One sentence on what will be here.">
          <Button>Do it</Button>
        </Notice>
        <FailureNotice error={new TypeError('Failed to fetch')} onRetry={() => undefined} />
        {statuses.map((status) => (
          <FailureNotice key={status} error={refusal(status)} />
        ))}
      </section>
      <section aria-label="Layers" className={styles.row}>
        <Button onPress={() => setOpen(true)}>Open a dialog</Button>
        <Button onPress={() => notify('A key was revoked.')}>Notify</Button>
        <Button onPress={() => notify('The server failed.', 'error')}>Notify of a failure</Button>
        <Dialog
          title="Revoke it?"
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          role="alertdialog"
        >
          <p>Every program that uses it is refused from now on.</p>
          <DialogActions>
            <Button onPress={() => setOpen(false)}>Cancel</Button>
            <Button tone="danger" onPress={() => setOpen(false)}>
              Revoke
            </Button>
          </DialogActions>
        </Dialog>
      </section>
      <Toasts dismissLabel="Dismiss" />
    </main>
  );
}

const entriesMenu = {
  icon: Bell,
  emptyText: 'Nothing yet',
  onOpen: () => undefined,
  onChoose: () => undefined,
};
const copying = { copyLabel: 'Copy', copiedLabel: 'Copied' };
