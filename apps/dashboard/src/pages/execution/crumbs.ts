import { paths } from '../../core/paths/paths.js';
import { executionText as words } from '../../text/execution.js';

/** @param list search of the list that led here */
export const crumbsOf = (workspaceId: string, list = '') => [
  {
    label: words.crumb,
    href: `${paths.executions(workspaceId)}${list === '' ? '' : `?${list}`}`,
  },
];
