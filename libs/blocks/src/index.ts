/** Every block type behind one small interface, and the check and compilation of definitions. */
export { checkDefinition, definitionChecks } from './check-definition.js';
export type { CheckedDefinition, DefinitionCheck, RefusedDefinition } from './check-definition.js';
export { textChecks } from './check/text-checks.js';
export { checkEnvironment, checkSecretHosts, checkSecrets, secretUses } from './check-names.js';
export type { BlockFacts } from './check/block-facts.js';
export { fieldOf, plainParse, type FieldProblem } from './plain-parse.js';
export { partialRun } from './partial-run/partial-run.js';
export type { PartialRun, PartialRunRequest } from './partial-run/partial-run.js';
export { pinProblem } from './partial-run/pin-problem.js';
export { partialRunProblems } from './partial-run/partial-run-problems.js';
export {
  blockTypeDescriptions,
  definitionDocument,
  definitionSchemas,
  fileDocument,
} from './block-schemas.js';
export type { BlockTypeDescription, DefinitionSchemas, JsonSchema } from './block-schemas.js';
export { contentHashOf } from './content-hash.js';
export { checkSelfStarts } from './check-self-starts.js';
export { storableDraft } from './draft-shape.js';
export { compilation, compileWorkflow } from './compile-workflow.js';
export { shapeOf, triggerIndexOf } from './workflow-shape.js';
export type { CompiledWorkflow } from './compile-workflow.js';
export type { SecretGuard } from './secrets/secret-guard.js';
export { failed } from './block.js';
export { statusError } from './http-call/http-call.js';
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
export { decideFire, nextFireMs, nextFires, scheduleConfig } from './triggers/schedule.js';
export type { ScheduleConfig } from './triggers/schedule.js';
export { headersByName, judgeHeaders } from './response/answer-headers.js';
export type { AnswerHeader, RefusedHeader } from './response/answer-headers.js';
export { fileBodyOf } from './response/file-body.js';
export { webhookConfig } from './triggers/webhook.config.js';
export type { WebhookAuth, WebhookConfig } from './triggers/webhook.config.js';
export { convertSimWorkflow } from './import-sim/convert-sim-workflow.js';
export type { ImportedBlock } from './import-sim/convert-sim-workflow.js';
export { simWorkflow } from './import-sim/sim-workflow.js';
