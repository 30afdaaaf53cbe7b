/** Refusals of keys that are limited to workflows. */
import { ApiError } from '../errors/api-error.js';

/** For every operation that is not about one of the key's workflows. */
export const limitedKey = (): ApiError =>
  new ApiError(
    403,
    'KEY_LIMITED',
    'This API key is limited to some workflows and may only run and read these; use a key without that limit',
  );

/** @param what the workflows, or the addresses, that the key lacks */
export const outsideOfKey = (what: string): ApiError =>
  new ApiError(
    403,
    'KEY_LIMITED',
    `This API key is limited and lacks ${what}; use a key that has it`,
  );
