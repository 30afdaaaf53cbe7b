/** The request can't be sent as configured. Messages leave values out: they may be secret. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';
  constructor(
    readonly code:
      | 'INVALID_URL'
      | 'MISSING_PATH_PARAM'
      | 'INVALID_PATH_PARAM'
      | 'INVALID_HEADER'
      | 'INVALID_BODY',
    message: string,
  ) {
    super(message);
  }
}
