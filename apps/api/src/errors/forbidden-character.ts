import { findUnstorableText } from '@libs/contracts';
import { ApiError } from './api-error.js';

/** @param root begins the path in the message. @returns null when the value can be stored */
export function forbiddenCharacter(value: unknown, root: string): ApiError | null {
  const found = findUnstorableText(value, root);
  if (found === null) return null;
  return new ApiError(
    400,
    'FORBIDDEN_CHARACTER',
    `The text at ${found.place} has ${found.what}, which can not be stored. Leave it out, or send the bytes as base64`,
  );
}
