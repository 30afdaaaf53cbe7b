/** Makes a workflow in one of the ways of this page, and opens it. */
import type { Operations } from '@libs/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../../core/paths/paths.js';
import { keyOf } from '../../../data/ask.js';
import { currentSession } from '../../../data/session.queries.js';
import { changeOnboarding, type Onboarding } from '../../../data/onboarding.queries.js';
import {
  createFromExample,
  createWorkflow,
  importFromSim,
  type SimFile,
} from '../../../data/start.queries.js';
import { randomEnding } from '../../../parts/templates/random-ending.js';
import { atPathEnding, type Definition } from '../../../core/new-workflow/new-workflow.js';

type ServerDefinition = Operations['createWorkflow']['request']['body']['definition'];

export type Creation =
  | { readonly kind: 'new'; readonly name: string; readonly definition: Definition }
  | { readonly kind: 'example'; readonly name: string }
  | { readonly kind: 'sim'; readonly file: SimFile };

export interface WayProps {
  workspaceId: string;
  onboarding: Onboarding;
  onClose: () => void;
}

async function create(workspaceId: string, creation: Creation): Promise<string> {
  switch (creation.kind) {
    case 'new': {
      const { name } = creation;
      const definition = creation.definition as unknown as ServerDefinition;
      return (await createWorkflow(workspaceId, { name, definition })).data.id;
    }
    case 'example': {
      const atFreePath = (definition: ServerDefinition): ServerDefinition =>
        atPathEnding(definition, randomEnding());
      return (await createFromExample(workspaceId, creation.name, atFreePath)).data.id;
    }
    case 'sim': {
      const { data } = await importFromSim(workspaceId, creation.file, false);
      if (data.workflow !== null) return data.workflow.id;
      // A draft may have problems: the editor shows them at their blocks.
      const { name } = creation.file;
      const definition = data.definition as unknown as ServerDefinition;
      return (await createWorkflow(workspaceId, { name, definition })).data.id;
    }
  }
}

const isLast = ({ steps }: Onboarding): boolean =>
  steps.every(({ id, done }) => done || id === 'own');

export function useCreate(workspaceId: string, onboarding: Onboarding) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (creation: Creation) => create(workspaceId, creation),
    onSuccess: async (workflowId) => {
      // It was the last step: the time in the header stops. The workflow is there either way.
      if (isLast(onboarding))
        await changeOnboarding(workspaceId, { ended: true }).catch(() => undefined);
      for (const operation of ['listWorkflows', 'getOnboarding'] as const)
        void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, operation) });
      void queryClient.invalidateQueries({ queryKey: currentSession().queryKey });
      await navigate({ href: paths.workflow(workspaceId, workflowId) });
    },
  });
}
