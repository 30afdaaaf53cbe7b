/** A new workflow: blank, or from a template. */
import type { Operations } from '@libs/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { atPathEnding, blankWorkflow } from '../../core/new-workflow/new-workflow.js';
import { keyOf } from '../../data/ask.js';
import { createFromExample, createWorkflow } from '../../data/start.queries.js';
import { templatesText as words } from '../../text/templates.js';
import { Button } from '../../ui/button.js';
import { Dialog, DialogActions } from '../../ui/dialog.js';
import { Notice } from '../../ui/notice.js';
import { failureText } from '../failure/failure-notice.js';
import { Loaded } from '../failure/loaded.js';
import { randomEnding } from './random-ending.js';
import { TemplateList } from './template-list.js';
import styles from './template-list.module.css';
import { useTemplates } from './use-templates.js';

export interface NewWorkflowDialogProps {
  workspaceId: string;
  onMade: (workflowId: string) => void;
  onClose: () => void;
}

type ServerDefinition = Operations['createWorkflow']['request']['body']['definition'];

/** @param template null: a blank workflow */
async function create(workspaceId: string, template: string | null): Promise<string> {
  if (template !== null) {
    const made = await createFromExample(workspaceId, template, (definition) =>
      atPathEnding(definition, randomEnding()),
    );
    return made.data.id;
  }
  const definition = blankWorkflow(words.trigger, randomEnding()) as unknown as ServerDefinition;
  return (await createWorkflow(workspaceId, { name: words.blankName, definition })).data.id;
}

export function NewWorkflowDialog({ workspaceId, onMade, onClose }: NewWorkflowDialogProps) {
  const { list, ...shown } = useTemplates(workspaceId);
  const queryClient = useQueryClient();
  const making = useMutation({
    mutationFn: (template: string | null) => create(workspaceId, template),
    onSuccess: (id) => {
      void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, 'listWorkflows') });
      onMade(id);
    },
  });
  return (
    <Dialog title={words.title} isOpen onClose={onClose} size="wide">
      <div className={styles.scroll}>
        <Loaded query={list}>
          {({ data }) => (
            <TemplateList
              {...shown}
              templates={data}
              making={making.isPending ? (making.variables ?? words.blank) : null}
              onMake={(template) => making.mutate(template)}
              onBlank={() => making.mutate(null)}
            />
          )}
        </Loaded>
      </div>
      {making.error !== null && (
        <Notice tone="error" title={words.failed} detail={failureText(making.error)} />
      )}
      <DialogActions>
        <Button size="large" onPress={onClose}>
          {words.cancel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
