/**
 * Workflow definitions: shape, graph, references and expressions. Pure; knows no block types. The
 * dashboard loads it in the browser, so it has no Node module.
 */
export type {
  BlockDefinition,
  ConcurrencyLimit,
  DefinitionProblem,
  DefinitionProblemCode,
  DefinitionWarning,
  DefinitionWarningCode,
  EdgeDefinition,
  WorkflowDefinition,
} from './definition.js';
export { buildGraph, defaultPort, errorPort, orderOf } from './graph.js';
export type { Graph, GraphEdge, GraphOrder } from './graph.js';
export { buildRegions, eachPort, findBodyEntries } from './regions.js';
export type { Region, Regions } from './regions.js';
export { follow, normalizeName, parseText } from './reference.js';
export type { ParsedReference, Span, TextPart } from './reference.js';
export { CompileLimits, WorkflowTooLargeError } from './compile-limits.js';
export { chargedText, createTemplateCompiler, templateText } from './template.js';
export type { ContainerKind, Scope, SentSecret } from './scope.js';
export type {
  References,
  ReferenceUse,
  Template,
  TemplateCompiler,
  TemplateProblem,
} from './template.js';
export { referenceResolver } from './resolve-reference.js';
export type { ReferenceTarget, ReferredBlock } from './resolve-reference.js';
export { codeText, placeAt, Places, shownPlace } from './code-text.js';
export type { CodeText, TextPlace } from './code-text.js';
export {
  EvaluationBudget,
  EvaluationError,
  maxBuiltLength,
  maxEvaluationSteps,
} from './evaluation-budget.js';
export { jsonPlaces, JsonTextError, offsetInText, RepeatedNameError } from './json-scan.js';
export type { JsonPlace } from './json-scan.js';
export { measure, overflowOf } from './json-size.js';
export { didYouMean, NearestNames, suggestion } from './nearest-name.js';
export { workspaceName } from './name-uses.js';
export type { NameUse } from './name-uses.js';
export { compileExpression, ExpressionError, NotPlainError, withoutPlace } from './expression.js';
export { canonicalJson } from './canonical-json.js';
