/** What is done with the whole workflow. All that is done at once can be taken back. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { valueOf } from '../../../core/edit/text/json-value.js';
import { copiedName, copiedText } from '../../../core/new-workflow/copied-workflow.js';
import { paths } from '../../../core/paths/paths.js';
import { fileName, workflowFile } from '../../../core/workflow-file/workflow-file.js';
import { yamlText } from '../../../core/yaml/yaml-text.js';
import { keyOf } from '../../../data/ask.js';
import {
  deleteWorkflow,
  deployVersion,
  getWorkflow,
  pauseWorkflow,
  resumeWorkflow,
  undeployWorkflow,
  type Workflow,
} from '../../../data/workflow.queries.js';
import {
  changeFacts,
  createFromText,
  type FactChanges,
} from '../../../data/workflow-facts.queries.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { downloadText } from '../../../parts/json-viewer/download.js';
import { randomEnding } from '../../../parts/templates/random-ending.js';
import { factsText as words } from '../../../text/workflow-facts.js';
import { notify } from '../../../ui/toast-queue.js';
import { useEditorOf } from '../store/editor-context.js';
import { edit, undo } from '../store/editor-store.js';
import { useReadAgain } from './use-workflow.js';

const sayError = (error: Error): void => notify(failureText(error), { tone: 'error' });

/** Name, description and folder, shown before the server answers. */
export function useChangeFacts() {
  const { workspaceId, workflowId } = useEditorOf();
  const queryClient = useQueryClient();
  const readAgain = useReadAgain();
  const { queryKey } = getWorkflow(workspaceId, workflowId);
  return useMutation({
    mutationFn: (changes: FactChanges) => changeFacts(workspaceId, workflowId, changes),
    onMutate: (changes) => {
      queryClient.setQueryData(
        queryKey,
        (before) => before && { ...before, data: { ...before.data, ...changes } },
      );
    },
    onSettled: readAgain,
  });
}

/** Its callbacks are those of the hook: the field is gone when the server answers. */
export function useRename(name: string) {
  const { workspaceId, workflowId } = useEditorOf();
  const facts = useChangeFacts();
  const rename = useMutation({
    mutationFn: (next: string) => facts.mutateAsync({ name: next }),
    mutationKey: [workspaceId, 'rename', workflowId],
    onSuccess: (_answer, next) => {
      const run = (): void => rename.mutate(name);
      notify(words.isRenamed(next), { action: { label: words.undo, run } });
    },
    onError: sayError,
  });
  return rename;
}

export function useHold() {
  const { workspaceId, workflowId } = useEditorOf();
  const readAgain = useReadAgain();
  const hold = useMutation({
    mutationFn: (isPaused: boolean) =>
      (isPaused ? pauseWorkflow : resumeWorkflow)(workspaceId, workflowId),
    onSuccess: (_answer, isPaused) => {
      readAgain();
      notify(isPaused ? words.isPaused : words.isResumed, {
        action: {
          label: isPaused ? words.resume : words.pause,
          run: () => hold.mutate(!isPaused),
        },
      });
    },
    onError: sayError,
  });
  return hold;
}

export function useDeployAgain() {
  const { workspaceId, workflowId } = useEditorOf();
  const readAgain = useReadAgain();
  return useMutation({
    mutationFn: (version: number) => deployVersion(workspaceId, workflowId, version),
    onSuccess: (_answer, version) => {
      readAgain();
      notify(words.isDeployed(version));
    },
    onError: sayError,
  });
}

export function useUndeploy(version: number | null) {
  const { workspaceId, workflowId } = useEditorOf();
  const readAgain = useReadAgain();
  const again = useDeployAgain();
  return useMutation({
    mutationFn: () => undeployWorkflow(workspaceId, workflowId),
    onSuccess: () => {
      readAgain();
      if (version === null) return;
      const run = (): void => again.mutate(version);
      notify(words.isUndeployed(version), { action: { label: words.deployAgain(version), run } });
    },
  });
}

export function useDelete(name: string) {
  const { workspaceId, workflowId } = useEditorOf();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => deleteWorkflow(workspaceId, workflowId),
    onSuccess: () => {
      // Read again, what is gone would answer 404.
      void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, 'listWorkflows') });
      void navigate({ href: paths.workflows(workspaceId) });
      notify(words.isDeleted(name));
    },
  });
}

/** A step of the log like any other, so that undo brings the draft back. */
export function useDiscard() {
  const { store } = useEditorOf();
  return (deployed: string): void => {
    edit(store, { kind: 'replaceText', text: deployed });
    const run = (): void => void undo(store);
    notify(words.isDiscarded, { action: { label: words.undo, run } });
  };
}

type Facts = Pick<Workflow, 'name' | 'description' | 'folderId'>;

/** @param kind a copy has another name and another path; what was deleted gets its own again */
export function useMakeAnew(kind: 'copy' | 'restored') {
  const { workspaceId, store } = useEditorOf();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ name, description, folderId }: Facts) => {
      const { log, positions } = store.getState();
      const isCopy = kind === 'copy';
      const made = {
        name: isCopy ? copiedName(name, words.copySuffix) : name,
        definition: isCopy ? copiedText(log.document, randomEnding()) : log.document.text,
      };
      const facts = { description, folderId, positions };
      return { ...made, id: await createFromText(workspaceId, { ...facts, ...made }) };
    },
    onSuccess: ({ id, name }) => {
      void queryClient.invalidateQueries({ queryKey: keyOf(workspaceId, 'listWorkflows') });
      void navigate({ href: paths.workflow(workspaceId, id) });
      notify(kind === 'copy' ? words.isDuplicated(name) : words.banner.isRestored);
    },
    onError: sayError,
  });
}

/** The draft as it stands here, whether it is saved or not. */
export function useExport() {
  const { store } = useEditorOf();
  return ({ name, description, folderId }: Facts, format: 'json' | 'yaml'): void => {
    const { text } = store.getState().log.document;
    const file = workflowFile({ name, description, folderId }, text);
    downloadText(format === 'json' ? file : yamlText(valueOf(file)), fileName(name, format));
  };
}
