/** The HTTP edge: triggers, logs, management. Composed by `runProcess`. */
export { ApiModule } from './api.module.js';
export { ensureDefaultWorkspace } from './bootstrap/default-workspace.js';
export { configureApi, createApiAdapter } from './http/api-adapter.js';
