export type { BlockDefinition, DefinitionProblem, DefinitionProblemCode, EdgeDefinition, WorkflowDefinition } from './definition.js';
