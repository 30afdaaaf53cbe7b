/** What the panel of tests has open over it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { indentJson } from '../../../core/json/indent-json.js';
import type { WorkflowTest } from '../../../data/cut-tests.js';
import { deleteTest, listTests } from '../../../data/workflow-tests.queries.js';
import { confirming } from '../../../parts/failure/confirming.js';
import { lazyPart } from '../../../parts/lazy/lazy-part.js';
import { testText as words } from '../../../text/workflow-tests.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { useEditorOf } from '../store/editor-context.js';
import { useBlockNames } from './use-tests.js';

const SaveRun = lazyPart(
  async () => (await import('../../../parts/workflow-test/save-run-dialog.js')).SaveRunDialog,
);
const EditTest = lazyPart(
  async () => (await import('../../../parts/workflow-test/test-dialog.js')).TestDialog,
);

export type OpenTest =
  | { readonly kind: 'run'; readonly executionId: string }
  /** Null: a new one. */
  | { readonly kind: 'edit'; readonly test: WorkflowTest | null }
  | { readonly kind: 'remove'; readonly test: WorkflowTest };

export interface OpenDialogProps {
  open: OpenTest | null;
  onClose: () => void;
  /** A saved test is run: it may expect what another run does not give. */
  onRun: (id: string) => void;
}

const emptyTest = '{"name":"","input":{},"mocks":{},"expect":{"status":"success"}}';

export function OpenDialog({ open, onClose, onRun }: OpenDialogProps) {
  const { workspaceId, workflowId } = useEditorOf();
  const names = useBlockNames();
  if (open === null) return null;
  if (open.kind === 'remove') return <RemoveTest test={open.test} onClose={onClose} />;
  const shared = {
    ...{ workspaceId, workflowId, onClose },
    onSaved: ({ id }: { readonly id: string }) => {
      onClose();
      onRun(id);
    },
  };
  if (open.kind === 'run') return <SaveRun {...shared} executionId={open.executionId} />;
  return (
    <EditTest
      {...{ ...shared, names }}
      title={open.test === null ? words.dialog.write : words.dialog.edit}
      testId={open.test?.id ?? null}
      text={indentJson(open.test?.text ?? emptyTest)}
      offer={null}
    />
  );
}

function RemoveTest({ test, onClose }: { test: WorkflowTest; onClose: () => void }) {
  const { workspaceId, workflowId } = useEditorOf();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => {
      await deleteTest(workspaceId, workflowId, test.id);
      await queryClient.invalidateQueries({
        queryKey: listTests(workspaceId, workflowId).queryKey,
      });
    },
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={words.removeTitle(test.name)}
      consequence={words.removeDetail}
      verb={words.remove}
      isDanger
      {...confirming(remove)}
      onClose={onClose}
    />
  );
}
