/** The body of every refusal: `{ "error": sentence, "code": CODE, "details"?: [...] }`. */
import { z } from 'zod';
import { type ApiError, apiErrorCodes } from './api-error.js';

export const errorFields = z.object({
  error: z.string(),
  code: z.enum(apiErrorCodes),
  details: z.unknown().optional(),
  /** Only with 500: identifies the log line. */
  requestId: z.string().optional(),
});
type ErrorFields = Readonly<z.output<typeof errorFields>>;

export const errorBodyOf = (error: ApiError, requestId?: string): ErrorFields => ({
  error: error.message,
  code: error.code,
  ...(error.details !== undefined && { details: error.details }),
  ...(error.status === 500 && requestId !== undefined && { requestId }),
});
