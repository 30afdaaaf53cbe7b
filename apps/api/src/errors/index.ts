export { ApiError, notFound, unavailable } from './api-error.js';
export type { ApiErrorCode, ApiErrorDetails } from './api-error.js';
export { ErrorFilter, errorBodyOf } from './error.filter.js';
export { translateError } from './translate-error.js';
