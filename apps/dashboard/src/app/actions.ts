/** What a person can do anywhere. What the open page adds is in `parts/actions`. */
import { useNavigate } from '@tanstack/react-router';
import type { Action } from '../parts/actions/actions-here.js';
import { frame as words } from '../text/frame.js';
import { addressOf, isEntry, pages } from './pages.js';

export function useActions(
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
