import { receiverStates } from '../../src/core/status/receiver-look.js';
import { executionStatuses } from '../../src/core/status/status.js';
import { ReceiverLabel } from '../../src/parts/receiver-label/receiver-label.js';
import { StatusLabel } from '../../src/parts/status-label/status-label.js';
import { Badge } from '../../src/ui/badge.js';
import { GitBranch } from '../../src/ui/icon.js';
import { Kbd } from '../../src/ui/kbd.js';
import { Row, Section } from '../section.js';

const statuses = [...executionStatuses, 'skipped', 'reused', 'draft', 'of a newer server'];

export function Statuses() {
  return (
    <Section title="Status">
      <Row isLoose>
        {statuses.map((status) => (
          <StatusLabel key={status} status={status} />
        ))}
      </Row>
      <Row isLoose>
        {statuses.slice(0, 9).map((status) => (
          <StatusLabel key={status} status={status} isIconOnly iconSize={18} />
        ))}
      </Row>
      <Row isLoose>
        {receiverStates.map((state) => (
          <ReceiverLabel key={state} state={state} />
        ))}
      </Row>
      <Row>
        <Badge tone="running">Running</Badge>
        <Badge tone="success">Healthy</Badge>
        <Badge tone="error">Failed</Badge>
        <Badge tone="waiting">1 due</Badge>
        <Badge tone="accent">3 changes</Badge>
        <Badge tone="line">Draft</Badge>
        <Badge>v12</Badge>
        <Badge isMono>0198f2c4</Badge>
        <Badge icon={GitBranch}>main</Badge>
        <Kbd keys="Ctrl K" />
      </Row>
    </Section>
  );
}
