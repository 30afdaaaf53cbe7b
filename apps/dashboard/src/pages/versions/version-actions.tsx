import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allows } from '../../core/status/allowed.js';
import { type DraftAnswer, versionText } from '../../data/definition-text.js';
import { useRole } from '../../data/use-session.js';
import { downloadText } from '../../parts/json-viewer/download.js';
import { versionText as words } from '../../text/versions.js';
import { Button } from '../../ui/button.js';
import { ArrowLeftRight, FileOutput, History } from '../../ui/icon.js';
import { DeployAgain } from './deploy-again.js';
import { againOf, type Pair } from './model/chosen-pair.js';
import { nameText } from './model/name-text.js';
import type { Deployed } from './model/compared.js';

export interface VersionActionsProps {
  workspaceId: string;
  workflow: DraftAnswer;
  draft: string;
  deployed: Deployed | null;
  pair: Pair;
  onSwap: () => void;
}

export function VersionActions({ workspaceId, workflow, pair, ...props }: VersionActionsProps) {
  const { draft, deployed, onSwap } = props;
  const [isAsked, setAsked] = useState(false);
  const mayEdit = allows(useRole(workspaceId), 'editWorkflows') ? null : words.needsEditor;
  const again = againOf(pair, deployed?.version ?? null);
  const shown = pair.b === 'draft' ? null : pair.b;
  const exported = useQuery({
    ...versionText(workspaceId, workflow.id, shown ?? 0),
    enabled: shown !== null,
  });
  const text = shown === null ? draft : exported.data?.text;
  const name = nameText(pair.b);
  return (
    <>
      {pair.a !== null && (
        <Button tone="ghost" icon={ArrowLeftRight} isCompact onPress={onSwap}>
          {words.swap}
        </Button>
      )}
      <Button
        icon={FileOutput}
        isCompact
        isPending={text === undefined}
        onPress={() => {
          if (text === undefined) return;
          // The file that `npm run workflow` takes.
          const file = `{"name":${JSON.stringify(workflow.name)},"definition":${text}}\n`;
          downloadText(file, `${workflow.name}, ${name}.json`);
        }}
      >
        {words.exportOf(name)}
      </Button>
      {again !== null && (
        <Button
          tone="primary"
          icon={History}
          disabledReason={mayEdit}
          onPress={() => setAsked(true)}
        >
          {words.deployAgain(again)}
        </Button>
      )}
      {isAsked && again !== null && (
        <DeployAgain
          workspaceId={workspaceId}
          workflow={workflow}
          deployed={deployed}
          version={again}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
