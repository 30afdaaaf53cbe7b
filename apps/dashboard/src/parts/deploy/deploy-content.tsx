import { useState } from 'react';
import { isSame } from '../../core/version-diff/change-list.js';
import { deployText as words } from '../../text/deploy.js';
import { versionText } from '../../text/versions.js';
import { Segment } from '../../ui/segment.js';
import { SideSection } from '../../ui/side-panel.js';
import { JsonViewer } from '../json-viewer/json-viewer.js';
import { ChangeListView } from '../version-diff/change-list-view.js';
import { NoticeList } from '../version-diff/notice-list.js';
import { useDifferences } from '../version-diff/use-differences.js';
import { DeployChecks } from './deploy-checks.js';
import { DeployForm } from './deploy-form.js';
import type { DeployPanelProps } from './deploy-props.js';

export function DeployContent(props: DeployPanelProps) {
  const { workspaceId, workflow, texts, checks, selection } = props;
  const [view, setView] = useState<'fields' | 'json'>('fields');
  const differences = useDifferences(texts.deployed, texts.draft);
  if (differences === null)
    return (
      <SideSection>
        <p>{versionText.notDrawn}</p>
      </SideSection>
    );
  const { list, marks, notices, after, before } = differences;
  const isUnchanged = texts.deployed !== null && isSame(list);
  const names = new Map([...before.blocks, ...after.blocks].map(({ id, name }) => [id, name]));
  return (
    <>
      <SideSection
        title={
          isUnchanged
            ? words.sameAs(workflow.deployedVersion)
            : versionText.differ(marks.blocks.size)
        }
        aside={
          <Segment
            label={versionText.views}
            choices={[
              { id: 'fields', label: versionText.view.fields },
              { id: 'json', label: versionText.view.json },
            ]}
            chosen={view}
            onChoose={(id) => setView(id === 'json' ? 'json' : 'fields')}
          />
        }
      >
        {texts.deployed === null && <p>{words.first}</p>}
        {view === 'json' ? (
          <JsonViewer
            title={versionText.jsonOf(versionText.draft)}
            text={texts.draft}
            fileName={`${workflow.name}.json`}
          />
        ) : isUnchanged ? (
          <p>{words.nothing}</p>
        ) : (
          <ChangeListView list={list} selected={selection.blockId} onSelect={selection.onSelect} />
        )}
      </SideSection>
      {notices.length > 0 && (
        <SideSection title={versionText.noticed}>
          <NoticeList workspaceId={workspaceId} notices={notices} />
        </SideSection>
      )}
      <DeployChecks checks={checks} names={names} onSelect={selection.onSelect} />
      <DeployForm {...props} isSame={isUnchanged} names={names} />
    </>
  );
}
