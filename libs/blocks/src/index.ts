/** Every block type behind one small interface, and the check and compilation of definitions. */
export { checkDefinition, definitionChecks } from './check-definition.js';
export type { CheckedDefinition, DefinitionCheck } from './check-definition.js';
export { checkEnvironment, checkSecretHosts } from './check-names.js';
export { checkSelfStarts } from './check-self-starts.js';
export { compilation, compileWorkflow, shapeOf, triggerIndexOf } from './compile-workflow.js';
export type { CompiledWorkflow, SecretGuard } from './compile-workflow.js';
export { failed } from './block.js';
export type {
  BlockError,
  BlockOutcome,
  BlockWait,
  CompiledBlock,
  ComputedBlock,
  ContainerBlock,
  ContainerPlan,
  EffectBlock,
  EffectContext,
  PureBlock,
  WaitingBlock,
  WakeUp,
} from './block.js';
export type { FailedAttempt, RetryLater } from './retry-later.js';
export { secretInOutput } from './secrets/secret-in-output.js';
export { SecretHostDeniedError, secretForAnyUse } from './secrets/secret-host-denied.js';
export { decideFire, nextFireMs, scheduleConfig } from './triggers/schedule.js';
export { headersByName, judgeHeaders } from './response/answer-headers.js';
export type { AnswerHeader, RefusedHeader } from './response/answer-headers.js';
export { fileBodyOf } from './response/file-body.js';
export { webhookConfig } from './triggers/webhook.config.js';
export type { WebhookAuth, WebhookConfig } from './triggers/webhook.config.js';
export { convertSimWorkflow } from './import-sim/convert-sim-workflow.js';
export type { ImportedBlock } from './import-sim/convert-sim-workflow.js';
export { simWorkflow } from './import-sim/sim-workflow.js';
