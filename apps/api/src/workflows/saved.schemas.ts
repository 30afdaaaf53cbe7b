/** Answers of saves and deployments: the stored draft or version, and its warnings. */
import type { DefinitionWarning } from '@libs/workflow';
import { z } from 'zod';
import { answer, type View } from '../http/answers.js';
import { definitionNote } from './check.schemas.js';
import type { DeployedWorkflow } from './deploy-workflow.command.js';
import type { SavedWorkflow } from './saved-workflow.js';
import { type DeployedVersionView, versionExample, versionView } from './version.schemas.js';
import {
  changedExample,
  changedView,
  changedViewOf,
  type StoredWorkflowView,
  viewOf,
  workflowExample,
  workflowView,
} from './workflow.schemas.js';

/** An answer whose definition is sent as its author wrote it. */
type Sent<V extends { readonly data: unknown }, D> = Omit<V, 'data'> & { readonly data: D };

const warnings = z.array(definitionNote).describe('What is legal and surely wrong.');

const saved = z.object({ data: workflowView, warnings });
export type SavedView = Sent<View<typeof saved>, StoredWorkflowView>;

const changed = z.object({ data: changedView, warnings });
export type ChangedAnswerView = View<typeof changed>;

const deployed = z.object({ data: versionView, warnings });
export type DeployedView = Sent<View<typeof deployed>, DeployedVersionView>;

const warningExample: DefinitionWarning = {
  ...{ code: 'UNREACHABLE_BLOCK', blockId: 'later', blockName: 'Later', field: 'id' },
  message:
    'Nothing leads from the trigger to this block, so it never runs. Connect it, or remove it',
};

export const savedAnswer = answer('SavedWorkflowAnswer', saved, {
  data: workflowExample,
  warnings: [warningExample],
});
export const changedAnswer = answer('ChangedWorkflowAnswer', changed, {
  data: changedExample,
  warnings: [],
});
export const deployedAnswer = answer('DeployedWorkflowAnswer', deployed, {
  data: versionExample,
  warnings: [],
});

export const savedViewOf = (
  { workflow, warnings: found }: SavedWorkflow,
  triggerBase: string,
): SavedView => ({ data: viewOf(workflow, triggerBase), warnings: [...found] });

export const changedAnswerOf = (
  { workflow, warnings: found }: SavedWorkflow,
  triggerBase: string,
): ChangedAnswerView => ({ data: changedViewOf(workflow, triggerBase), warnings: [...found] });

export const deployedViewOf = ({ version, warnings: found }: DeployedWorkflow): DeployedView => ({
  data: version,
  warnings: [...found],
});
