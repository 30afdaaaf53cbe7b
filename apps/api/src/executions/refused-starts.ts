/** Why a workflow does not start. */
import { ApiError } from '../errors/index.js';

/** The end of a pause is not known; a caller that asks once a minute costs little. */
const pausedRetrySeconds = 60;

export const workflowPaused = (): ApiError =>
  new ApiError(
    503,
    'WORKFLOW_PAUSED',
    'The workflow is paused; try again after it is resumed',
    undefined,
    { 'retry-after': String(pausedRetrySeconds) },
  );

export const notDeployed = (): ApiError =>
  new ApiError(409, 'NOT_DEPLOYED', 'The workflow is not deployed; deploy it first');
