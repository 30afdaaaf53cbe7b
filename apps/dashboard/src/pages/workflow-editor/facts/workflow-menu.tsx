/** What is done with the workflow as a whole. What the role lacks stays in sight and says why. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../../core/paths/paths.js';
import type { Workflow } from '../../../data/workflow.queries.js';
import { lazyPart } from '../../../parts/lazy/lazy-part.js';
import { factsText as words } from '../../../text/workflow-facts.js';
import { Ellipsis } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Menu, type MenuGroup } from '../../../ui/menu.js';
import type { Side } from '../side.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import type { Asked } from './confirm-deed.js';
import { useDeployedText } from './use-draft-changes.js';
import { useExport, useHold, useMakeAnew } from './use-deeds.js';

const ConfirmDeed = lazyPart(async () => (await import('./confirm-deed.js')).ConfirmDeed);

export interface WorkflowMenuProps {
  workflow: Workflow;
  readOnlyReason: string | null;
  onSide: (side: Side) => void;
  onRename: () => void;
  /** Of a phone, before its own. */
  first?: readonly MenuGroup[];
  onFirst?: (id: string) => void;
}

interface Reasons {
  readonly edit: string | null;
  readonly deployed: string | null;
  readonly discard: string | null;
}

function groupsOf(isPaused: boolean, { edit, deployed, discard }: Reasons): readonly MenuGroup[] {
  return [
    {
      title: null,
      items: [
        { id: 'rename', label: words.rename, disabledReason: edit },
        { id: 'settings', label: words.settings },
        { id: 'json', label: words.asJson },
        { id: 'versions', label: words.versions },
      ],
    },
    {
      title: null,
      items: [
        { id: 'duplicate', label: words.duplicate, disabledReason: edit },
        { id: 'exportJson', label: words.exportJson },
        { id: 'exportYaml', label: words.exportYaml },
      ],
    },
    {
      title: null,
      items: [
        { id: 'hold', label: isPaused ? words.resume : words.pause, disabledReason: deployed },
        { id: 'discard', label: words.discard, disabledReason: discard },
        { id: 'undeploy', label: words.undeploy, disabledReason: deployed },
        { id: 'delete', label: words.remove, tone: 'danger', disabledReason: edit },
      ],
    },
  ];
}

export function WorkflowMenu({ workflow, onSide, onRename, ...props }: WorkflowMenuProps) {
  const { readOnlyReason, first = [], onFirst } = props;
  const { workspaceId, flush } = useEditorOf();
  const navigate = useNavigate();
  const hold = useHold();
  const copy = useMakeAnew('copy');
  const exported = useExport();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { deployedVersion, pausedAt } = workflow;
  const deployedText = useDeployedText(deployedVersion);
  const isSame = useEditor(({ log }) => log.document.text === deployedText);
  const notDeployed = readOnlyReason ?? (deployedVersion === null ? words.notDeployed : null);
  const choose: Readonly<Record<string, (id: string) => void>> = {
    rename: onRename,
    settings: () => onSide('settings'),
    json: () => onSide('json'),
    versions: () =>
      void flush().then(() =>
        navigate({ href: `${paths.workflow(workspaceId, workflow.id)}/versions` }),
      ),
    duplicate: () => copy.mutate(workflow),
    exportJson: () => exported(workflow, 'json'),
    exportYaml: () => exported(workflow, 'yaml'),
    hold: () => hold.mutate(pausedAt === null),
    discard: () => setAsked('discard'),
    undeploy: () => setAsked('undeploy'),
    delete: () => setAsked('delete'),
  };
  return (
    <>
      <Menu
        label={words.more}
        trigger={<IconButton tone="ghost" icon={Ellipsis} label={words.more} />}
        items={[
          ...first,
          ...groupsOf(pausedAt !== null, {
            edit: readOnlyReason,
            deployed: notDeployed,
            discard: notDeployed ?? (isSame ? words.nothingToDiscard : null),
          }),
        ]}
        onChoose={(id) => (choose[id] ?? onFirst)?.(id)}
      />
      {asked !== null && (
        <ConfirmDeed
          {...{ asked, workflow }}
          deployed={deployedText ?? null}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
