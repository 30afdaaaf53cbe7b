/** Edits that this browser kept of a workflow which is gone, to begin a new one with. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../../core/paths/paths.js';
import { createFromText } from '../../../data/workflow-facts.queries.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { factsText } from '../../../text/workflow-facts.js';
import { Button } from '../../../ui/button.js';
import { CopyButton } from '../../../ui/copy-button.js';
import { Notice } from '../../../ui/notice.js';
import { readKept } from '../store/kept-log.js';

const { banner: words } = factsText;

interface KeptDraftProps {
  workspaceId: string;
  workflowId: string;
}

export function KeptDraft({ workspaceId, workflowId }: KeptDraftProps) {
  const navigate = useNavigate();
  const kept = useQuery({
    queryKey: [workspaceId, 'keptDraft', workflowId],
    queryFn: async () => (await readKept(workspaceId, workflowId)) ?? null,
  });
  const restore = useMutation({
    mutationFn: (definition: string) =>
      createFromText(workspaceId, {
        ...{ name: words.keptName, description: null, folderId: null, definition },
        positions: {},
      }),
    onSuccess: (id) => void navigate({ href: paths.workflow(workspaceId, id) }),
  });
  const text = kept.data?.log.text;
  if (text === undefined) return null;
  return (
    <Notice
      title={words.kept}
      detail={restore.error === null ? undefined : failureText(restore.error)}
    >
      <CopyButton hasText text={text} label={words.copy} />
      <Button tone="primary" isPending={restore.isPending} onPress={() => restore.mutate(text)}>
        {words.restore}
      </Button>
    </Notice>
  );
}
