import { useMatches } from '@tanstack/react-router';
import { type AppPage, pages } from './pages.js';

/** The page that is shown; null: none of the list. */
export function useCurrentPage(): AppPage | null {
  const ids = useMatches().map(({ routeId }): string => String(routeId));
  return pages.find(({ route }) => ids.at(-1) === `/w/$ws/${route.path}`) ?? null;
}
