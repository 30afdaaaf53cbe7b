/** What a person can do anywhere. Palette, shortcut sheet and keyboard read this one list. */
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../core/paths/paths.js';
import { frame as words } from '../text/frame.js';

export interface Action {
  readonly id: string;
  readonly label: string;
  /** As pressed one after the other; `mod` is Ctrl or Command. */
  readonly keys?: string;
  run(): void;
}

export function usePageActions(
  workspaceId: string,
  onSheet: (sheet: 'palette' | 'shortcuts') => void,
): readonly Action[] {
  const navigate = useNavigate();
  const goTo = (id: string, page: string, keys: string, path: string): Action => ({
    ...{ id, keys, label: words.goTo(page) },
    run: () => void navigate({ href: path }),
  });
  return [
    goTo('executions', words.executions, 'g e', paths.executions(workspaceId)),
    goTo('start', words.start, 'g t', paths.start(workspaceId)),
    goTo('keys', words.keys, 'g k', paths.keys(workspaceId)),
    goTo('sessions', words.sessions, 'g d', paths.sessions(workspaceId)),
    goTo('about', words.about, 'g a', paths.about(workspaceId)),
    { id: 'palette', label: words.commands, keys: 'mod k', run: () => onSheet('palette') },
    { id: 'shortcuts', label: words.shortcuts, keys: '?', run: () => onSheet('shortcuts') },
  ];
}
