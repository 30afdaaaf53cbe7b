/** Shared by all apps and downstream teams: topics, groups, headers, record schemas and codec. */
export * from './records.generated.js';
export {
  delayTiers,
  groups,
  maxBlockOutputBytes,
  maxEnvironmentBytes,
  maxExecutionOutputBytes,
  maxExecutionResults,
  maxEventPayloadBytes,
  maxRecordBytes,
  maxTriggerBodyBytes,
  poisonTopicOf,
  topics,
} from './topics.js';
export { compatibilityOf, topicCatalogue, topicDeclarations } from './topic-catalogue.js';
export type { CompatibilityLevel, TopicDeclaration } from './topic-catalogue.js';
export { describeStep, planTopics } from './topic-plan.js';
export type { FoundTopic, TopicStep } from './topic-plan.js';
export { accessOf, accessRoles, asKafkaAcl } from './topic-access.js';
export type { AccessGrant, AccessRole } from './topic-access.js';
export type { TopicDescription } from './topic-description.js';
export { fullNameOf, registrySubjects } from './registry-subjects.js';
export type { RegistrySubject, SubjectVersion } from './registry-subjects.js';
export { anyWorkspace, asideHeaders, headers } from './headers.js';
export { decodeRecord, encodeRecord, UndecodableRecordError } from './codec.js';
export type { DecodedRecord, RecordType } from './codec.js';
export { cloudEventHeaders, recordOf, traced } from './record-of.js';
export type { KeyedRecord } from './record-of.js';
export {
  childExecutionIdOf,
  completionEventIdOf,
  deliveryIdOf,
  ledgerEventIdOf,
  logIdOf,
  stepEventIdOf,
} from './ids.js';
export { toJsonText } from './json-text.js';
export { findUnstorableText, mayBeUnstorable } from './unstorable-text.js';
export { isDeeperThan } from './json-text.js';
export { isTooHeavy } from './json-weight.js';
export { mergedChange, workspaceChange } from './merged-change.js';
export { isTurnWait, turnWait } from './turn-wait.js';
