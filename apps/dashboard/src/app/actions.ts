/** What a person can do anywhere. Palette, shortcut sheet and keyboard read this one list. */
import { useNavigate } from '@tanstack/react-router';
import { frame as words } from '../text/frame.js';
import { addressOf, isEntry, pages } from './pages.js';

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
  return [
    ...pages.filter(isEntry).map((page): Action => ({
      id: page.route.path,
      label: words.goTo(page.title),
      ...(page.keys !== undefined && { keys: page.keys }),
      run: () => void navigate({ href: addressOf(page, workspaceId) }),
    })),
    { id: 'palette', label: words.find, keys: 'mod k', run: () => onSheet('palette') },
    { id: 'shortcuts', label: words.shortcuts, keys: '?', run: () => onSheet('shortcuts') },
  ];
}
