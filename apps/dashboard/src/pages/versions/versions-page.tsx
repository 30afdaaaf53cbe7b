/** The versions of a workflow: compare any two, and go back to an older one. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useLive } from '../../data/live/live-feed.js';
import {
  type DefinitionText,
  type DraftAnswer,
  draftText,
  versionText,
} from '../../data/definition-text.js';
import { type ListedVersion, versionPages } from '../../data/versions.queries.js';
import { Loaded } from '../../parts/failure/loaded.js';
import { useWorkspaceId } from '../../parts/workspace/use-workspace-id.js';
import { common } from '../../text/common.js';
import { Skeleton } from '../../ui/skeleton.js';
import { Versions } from './versions.js';

export function VersionsPage() {
  const ws = useWorkspaceId();
  const { workflowId = '' }: { readonly workflowId?: string } = useParams({ strict: false });
  const draft = useQuery(draftText(ws, workflowId));
  const listed = useInfiniteQuery(versionPages(ws, workflowId));
  useLive((message) => {
    if (message.kind !== 'resync') return;
    void draft.refetch();
    void listed.refetch();
  });
  if (listed.data === undefined && draft.error === null && listed.error !== null)
    return <Loaded query={listed}>{() => null}</Loaded>;
  return (
    <Loaded query={draft}>
      {(shown) =>
        listed.data !== undefined && (
          <WithDeployed
            key={workflowId}
            workspaceId={ws}
            draft={shown}
            versions={listed.data.pages.flatMap(({ data }) => data)}
            onMore={listed.hasNextPage ? () => void listed.fetchNextPage() : null}
          />
        )
      }
    </Loaded>
  );
}

interface WithDeployedProps {
  workspaceId: string;
  draft: DefinitionText<DraftAnswer>;
  versions: readonly ListedVersion[];
  onMore: (() => void) | null;
}

function WithDeployed(props: WithDeployedProps) {
  const { id, deployedVersion } = props.draft.answer;
  const deployed = useQuery({
    ...versionText(props.workspaceId, id, deployedVersion ?? 0),
    enabled: deployedVersion !== null,
  });
  const waiting = <Skeleton label={common.loading} rows={4} />;
  // Long definitions are compared by a worker.
  return (
    <Suspense fallback={waiting}>
      {deployedVersion === null ? (
        <Versions {...props} deployed={null} />
      ) : (
        <Loaded query={deployed}>
          {({ text }) => <Versions {...props} deployed={{ version: deployedVersion, text }} />}
        </Loaded>
      )}
    </Suspense>
  );
}
