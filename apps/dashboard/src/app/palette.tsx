import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { keysText } from '../core/keys/keys-text.js';
import { isMac } from '../data/platform.js';
import { leastTyped, searchFor } from '../data/search.queries.js';
import { type Action, actionsHere } from '../parts/actions/actions-here.js';
import { failureText } from '../parts/failure/failure-notice.js';
import { frame as words } from '../text/frame.js';
import { CommandList } from '../ui/command-list.js';
import { Dialog } from '../ui/dialog.js';
import { Notice } from '../ui/notice.js';
import { useSettled } from '../parts/time/use-settled.js';

export interface PaletteProps {
  workspaceId: string;
  actions: readonly Action[];
  onClose: () => void;
}

const typingMs = 150;
/** The server finds more than there are pages for. */
const hasPage = (kind: string): boolean => Object.hasOwn(words.foundKind, kind);

const commandOf = ({ id, label, ownKeys, keys = ownKeys, disabledReason }: Action) => ({
  ...{ id, label, disabledReason },
  keys: keys && keysText(keys, isMac),
});
const isCommand = ({ isKeyOnly }: Action): boolean => isKeyOnly !== true;

export function Palette({ workspaceId, actions, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const [here] = useState(actionsHere);
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim().slice(0, 200), typingMs);
  const search = useQuery(searchFor(workspaceId, q));
  const found = q.length < leastTyped ? [] : (search.data?.data ?? []);
  const shown = found.filter(({ kind }) => hasPage(kind));
  const choose = (id: string): void => {
    onClose();
    const page = shown.find((one) => one.path === id);
    if (page !== undefined) void navigate({ href: page.path });
    else [...here, ...actions].find((action) => action.id === id)?.run();
  };
  return (
    <Dialog title={words.find} isOpen onClose={onClose} closesBy="anything">
      <CommandList
        label={words.find}
        emptyText={search.isFetching ? words.palette.searching : words.noCommand}
        groups={[
          { title: words.palette.here, commands: here.filter(isCommand).map(commandOf) },
          { title: words.palette.goTo, commands: actions.map(commandOf) },
          {
            title: words.palette.found,
            isFound: true,
            commands: shown.map(({ kind, path, title }) => ({
              ...{ id: path, label: title, detail: words.foundKind[kind] },
            })),
          },
        ]}
        onType={setTyped}
        onChoose={choose}
      />
      {search.error !== null && <Notice tone="error" title={failureText(search.error)} />}
    </Dialog>
  );
}
