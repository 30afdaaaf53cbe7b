/** The configuration resolved to something that can't be sent. Values are not repeated in messages: they may be secret. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';
  constructor(
    readonly code: 'INVALID_URL' | 'MISSING_PATH_PARAM' | 'INVALID_HEADER' | 'INVALID_BODY',
    message: string,
  ) {
    super(message);
  }
}
