import { type ReactNode, Suspense, useState } from 'react';
import { isNoticed, type CallerNotice } from '../../src/core/version-diff/caller-notices.js';
import { markKinds } from '../../src/core/version-diff/marks.js';
import { Canvas } from '../../src/parts/canvas/canvas.js';
import { createStatusStore } from '../../src/parts/canvas/status-store.js';
import { DeployPanel } from '../../src/parts/deploy/deploy-panel.js';
import type { DeployPanelProps } from '../../src/parts/deploy/deploy-props.js';
import { MarkTag } from '../../src/parts/mark-tag/mark-tag.js';
import { TriggerUrl } from '../../src/parts/trigger-url/trigger-url.js';
import { NoticeList } from '../../src/parts/version-diff/notice-list.js';
import { useDifferences } from '../../src/parts/version-diff/use-differences.js';
import { WebhooksPanel } from '../../src/parts/workflow-webhooks/webhooks-panel.js';
import { Button } from '../../src/ui/button.js';
import { Answered } from '../answers.js';
import styles from '../gallery.module.css';
import { Row, Section } from '../section.js';
import { newerText, olderText, versionAnswers, workflowId, ws } from '../version-samples.js';

const nothing = (): void => undefined;

const workflow = { id: workflowId, name: 'Order intake', revision: 8, deployedVersion: 12 };
const triggered = {
  ...{ id: workflowId, deployedVersion: 12, pausedAt: null },
  triggerUrl: 'https://flow.example/api/webhooks/trigger/EpnGQAgUVwXyB5nLc2HsJ7dP/orders',
};

const clean = { problems: [], warnings: [], failingTests: [], testCount: 6, testNote: null };
const doubtful: DeployPanelProps['checks'] = {
  problems: [],
  warnings: [{ blockId: 'charge', message: 'reads {{PAY_KEY}}, which has no value yet.' }],
  failingTests: [
    { id: 't', name: 'Duplicate order', detail: 'Expected status 409, got 201.', href: '/run' },
  ],
  testCount: 6,
  testNote: null,
};
const broken: DeployPanelProps['checks'] = {
  ...clean,
  problems: [{ blockId: 'notify', message: 'url is missing. Write one.' }],
};

const notices: readonly CallerNotice[] = [
  { kind: 'url', before: 'orders', after: 'orders' },
  { kind: 'url', before: 'orders', after: 'intake' },
  { kind: 'methods', added: ['PUT'], removed: ['POST'] },
  { kind: 'checks' },
  {
    kind: 'schedule',
    before: null,
    after: { cron: '0 6 * * *', everySeconds: null, timezone: 'Europe/Lisbon' },
  },
  { kind: 'status', block: 'Accept', before: '200', after: '201' },
  { kind: 'secret', name: 'GEO_KEY' },
];

/** A canvas with marks, and the panel that says the same. */
function Deploying({
  checks,
  isFirst = false,
}: {
  checks: DeployPanelProps['checks'];
  isFirst?: boolean;
}) {
  const deployed = isFirst ? null : olderText;
  const differences = useDifferences(deployed, newerText);
  const [statusOf] = useState(createStatusStore);
  const [selected, setSelected] = useState<string | null>(null);
  if (differences === null) return null;
  return (
    <div className={styles.work}>
      <Canvas
        definition={differences.both}
        marks={differences.marks}
        statusOf={statusOf}
        selected={selected}
        onSelect={setSelected}
        label="Order intake"
      />
      <DeployPanel
        workspaceId={ws}
        workflow={{ ...workflow, deployedVersion: isFirst ? null : 12 }}
        texts={{ draft: newerText, deployed }}
        checks={checks}
        selection={{ blockId: selected, onSelect: setSelected }}
        events={{
          onDeployed: nothing,
          onClose: nothing,
          onStale: nothing,
          onRunTests: nothing,
        }}
      />
    </div>
  );
}

function Webhooks() {
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <div className={styles.work}>
      <div className={styles.ground} />
      <WebhooksPanel
        workspaceId={ws}
        workflowId={workflowId}
        chosen={chosen}
        onChoose={setChosen}
        onClose={nothing}
      />
    </div>
  );
}

const versionPagesShown = {
  deploy: () => <Deploying checks={doubtful} />,
  webhooks: () => <Webhooks />,
} as const;

export function VersionPage({ name }: { name: string }) {
  const show = name === 'webhooks' ? versionPagesShown.webhooks : versionPagesShown.deploy;
  return (
    <main className={styles.whole}>
      <Answered answers={versionAnswers}>
        <Suspense>{show()}</Suspense>
      </Answered>
    </main>
  );
}

/** On phones the panels are sheets above the page, so that they open by a button. */
function Opened({ name, children }: { name: string; children: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(!isOpen)}>{name}</Button>
      {isOpen && children()}
    </>
  );
}

export function Versions() {
  return (
    <Answered answers={versionAnswers}>
      <Section title="Marks of differences">
        <Row>
          {markKinds.map((kind) => (
            <MarkTag key={kind} kind={kind} count={kind === 'changed' ? 3 : 0} />
          ))}
        </Row>
        <NoticeList
          workspaceId={ws}
          notices={notices.toSorted((a, b) => Number(isNoticed(a)) - Number(isNoticed(b)))}
        />
      </Section>
      <Section title="Trigger URL">
        <Row>
          <TriggerUrl workflow={triggered} methods={['POST']}>
            <Button tone="ghost">Listen</Button>
          </TriggerUrl>
        </Row>
        <Row>
          <TriggerUrl workflow={{ ...triggered, deployedVersion: null }} methods={['GET', 'PUT']} />
        </Row>
        <Row>
          <TriggerUrl workflow={{ ...triggered, pausedAt: '2026-11-28T10:00:00Z' }} methods={[]} />
        </Row>
        <Row>
          <TriggerUrl workflow={{ ...triggered, triggerUrl: undefined }} methods={[]} />
        </Row>
      </Section>
      <Section title="Deploy and webhooks" isWide>
        <Suspense>
          <Row>
            <Opened name="Deploy with a failing test">
              {() => <Deploying checks={doubtful} />}
            </Opened>
            <Opened name="Deploy with a problem">{() => <Deploying checks={broken} />}</Opened>
            <Opened name="Deploy for the first time">
              {() => <Deploying checks={clean} isFirst />}
            </Opened>
            <Opened name="Webhooks of a workflow">{() => <Webhooks />}</Opened>
          </Row>
        </Suspense>
      </Section>
    </Answered>
  );
}
