import type { Principal } from '../../auth/index.js';
import { outsideOfKey } from '../../auth/key-limits.js';
import { notFound } from '../../errors/index.js';
import type { LogFilters } from './log-parameters.js';

/**
 * The query within what the key may see: its workspace, and its workflows if it is limited to some.
 * Cursors are bound to these workflows as well, because they are a filter.
 * @throws ApiError 404 for another workspace, 403 `KEY_LIMITED` for workflows that the key lacks
 */
export function ofKey<P extends Pick<LogFilters, 'workspaceId' | 'workflowIds'>>(
  parameters: P,
  { workspaceId, workflowIds: own }: Pick<Principal, 'workspaceId' | 'workflowIds'>,
): P {
  if (parameters.workspaceId.toLowerCase() !== workspaceId) throw notFound('workspace');
  if (own === null) return parameters;
  const { workflowIds } = parameters;
  if (workflowIds === undefined) return { ...parameters, workflowIds: [...own] };
  const outside = workflowIds.filter((id) => !own.includes(id.toLowerCase()));
  if (outside.length > 0) throw outsideOfKey(`the workflows ${outside.join(', ')}`);
  return parameters;
}
