export { checkDefinition } from './check-definition.js';
export type { CheckedDefinition, DefinitionCheck } from './check-definition.js';
