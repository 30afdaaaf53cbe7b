export { ApiError, notFound, unavailable } from './api-error.js';
