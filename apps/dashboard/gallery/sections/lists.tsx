import { useState } from 'react';
import { Breadcrumbs } from '../../src/ui/breadcrumbs.js';
import { Button } from '../../src/ui/button.js';
import { CommandList } from '../../src/ui/command-list.js';
import { Bell, Ellipsis, Play, RotateCw, Trash2 } from '../../src/ui/icon.js';
import { IconButton } from '../../src/ui/icon-button.js';
import { LinkTabs } from '../../src/ui/link-tabs.js';
import { Menu } from '../../src/ui/menu.js';
import { Tabs } from '../../src/ui/tabs.js';
import { Row, Section } from '../section.js';

const commands = [
  { id: 'run', label: 'Run now', icon: Play, keys: 'r' },
  { id: 'rerun', label: 'Rerun from Charge card', icon: RotateCw, second: 'With its last input' },
  { id: 'pause', label: 'Pause', disabledReason: 'Already paused' },
  { id: 'delete', label: 'Delete', icon: Trash2, tone: 'danger' as const },
];
const groups = [
  { title: 'Go to', items: commands.slice(0, 1) },
  { title: 'Danger', items: commands.slice(3) },
];
const entries = [
  { id: 'a', label: 'Order intake failed', second: 'TIMEOUT, 2 min ago', newText: 'Unread:' },
  { id: 'b', label: 'A webhook was switched off', second: '3 h ago' },
];
const tabs = [
  { id: 'trace', label: 'Trace' },
  { id: 'deliveries', label: 'Deliveries', count: '3' },
  { id: 'errors', label: 'Errors', count: '4', tone: 'error' as const },
  { id: 'approvals', label: 'Approvals', count: '1', tone: 'waiting' as const },
];
const none = (): void => undefined;

export function Lists() {
  const [statuses, setStatuses] = useState<readonly string[]>(['a']);
  const [tab, setTab] = useState('trace');
  const toggle = (id: string): void =>
    setStatuses((old) => (old.includes(id) ? old.filter((one) => one !== id) : [...old, id]));
  return (
    <Section title="Menus and tabs">
      <Row>
        <Menu
          label="Rerun"
          trigger={<Button hasMenu>Commands</Button>}
          items={commands}
          onChoose={none}
        />
        <Menu
          label="More"
          trigger={<IconButton icon={Ellipsis} label="More" />}
          items={groups}
          onChoose={none}
        />
        <Menu
          label="Theme"
          trigger={<Button hasMenu>One choice</Button>}
          items={entries.map(({ id, label }) => ({ id, label }))}
          chosen="a"
          onChoose={none}
        />
        <Menu
          label="Statuses"
          trigger={<Button hasMenu>Many choices</Button>}
          items={entries.map(({ id, label }) => ({ id, label }))}
          chosen={statuses}
          onChoose={toggle}
        />
        <Menu
          label="Notifications"
          trigger={<IconButton icon={Bell} label="Notifications" tone="ghost" />}
          items={entries}
          onChoose={none}
        />
        <Menu
          label="Nothing"
          trigger={<Button tone="ghost">Empty</Button>}
          items={[]}
          emptyText="Nothing to look at."
          onChoose={none}
        />
      </Row>
      <Tabs label="Run" tabs={tabs} chosen={tab} onChoose={setTab}>
        <p>{`The panel of ${tab}`}</p>
      </Tabs>
      <LinkTabs
        label="Pages of a run"
        tabs={tabs.map((face) => ({ ...face, href: `#${face.id}` }))}
        current="deliveries"
      />
      <Breadcrumbs
        label="Above this page"
        crumbs={[
          { label: 'Executions', href: '#executions' },
          { label: 'Order intake', href: '#order-intake' },
        ]}
      />
      <CommandList
        label="Find a command"
        emptyText="No command has this name."
        groups={[{ title: 'Do here', commands }]}
        onChoose={none}
      />
    </Section>
  );
}
