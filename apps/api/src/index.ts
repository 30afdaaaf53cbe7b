/** The HTTP edge: triggers, logs, management. Composed by `runProcess`. */
export { ApiModule } from './api.module.js';
export { AccountsTool } from './accounts/accounts-tool.js';
export type {
  AccountDetailView,
  AccountView,
  CreatedAccountView,
  MonthView,
} from './accounts/account.schemas.js';
export { ensureDefaultWorkspace } from './bootstrap/default-workspace.js';
export type { DemoFile, DemoReceiverView, ReceivedWebhook } from './demo/demo.schemas.js';
export { ApiError } from './errors/api-error.js';
export { configureApi, createApiAdapter } from './http/api-adapter.js';
export { ownerSignInUrl } from './sessions/sign-in-link.js';
export { type OperatorsLink, SignInTool } from './sessions/sign-in-tool.js';
