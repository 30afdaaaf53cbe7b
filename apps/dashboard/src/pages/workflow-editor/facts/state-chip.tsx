/** Beside the name: what runs, and how far the draft is from it. A press shows more. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { paths } from '../../../core/paths/paths.js';
import { listVersions, type Workflow } from '../../../data/workflow.queries.js';
import { factsText } from '../../../text/workflow-facts.js';
import { BadgeButton } from '../../../ui/badge-button.js';
import { useEditorOf } from '../store/editor-context.js';
import { useDeployedText, useDraftChanges } from './use-draft-changes.js';

const { state: words } = factsText;

export interface StateChipProps {
  workflow: Workflow;
  onDeploy: () => void;
}

/** The version that ran before the workflow was taken out of use; null: there is none. */
export function useLastVersion({ id, deployedVersion }: Workflow): number | null {
  const { workspaceId } = useEditorOf();
  const isNeeded = deployedVersion === null;
  const versions = useQuery({ ...listVersions(workspaceId, id), enabled: isNeeded });
  return isNeeded ? (versions.data?.data[0]?.version ?? null) : null;
}

export function StateChip({ workflow, onDeploy }: StateChipProps) {
  const { deployedVersion } = workflow;
  const deployed = useDeployedText(deployedVersion);
  const last = useLastVersion(workflow);
  if (deployedVersion === null)
    return (
      <BadgeButton tone="line" detail={words.neverDetail} onPress={onDeploy}>
        {last === null ? words.never : words.undeployed}
      </BadgeButton>
    );
  if (deployed === undefined) return null;
  return (
    <Suspense>
      <Compared {...{ workflow, onDeploy, deployed }} version={deployedVersion} />
    </Suspense>
  );
}

interface ComparedProps extends StateChipProps {
  deployed: string;
  version: number;
}

function Compared({ workflow, onDeploy, deployed, version }: ComparedProps) {
  const { workspaceId } = useEditorOf();
  const navigate = useNavigate();
  const changes = useDraftChanges(deployed);
  if (changes === null) return null;
  const openVersions = (): void =>
    void navigate({ href: `${paths.workflow(workspaceId, workflow.id)}/versions` });
  return changes === 0 ? (
    <BadgeButton detail={words.sameDetail} onPress={openVersions}>
      {words.same(version)}
    </BadgeButton>
  ) : (
    <BadgeButton tone="accent" detail={words.differsDetail(version)} onPress={onDeploy}>
      {words.differs(changes, version)}
    </BadgeButton>
  );
}
