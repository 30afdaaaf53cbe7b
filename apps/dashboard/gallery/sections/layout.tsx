import { useState } from 'react';
import { Badge } from '../../src/ui/badge.js';
import { Button } from '../../src/ui/button.js';
import { DateRange } from '../../src/ui/date-range.js';
import { Drawer } from '../../src/ui/drawer.js';
import { GitBranch, Globe, Repeat } from '../../src/ui/icon.js';
import { KeyValues } from '../../src/ui/key-values.js';
import { Meter } from '../../src/ui/meter.js';
import { SidePanel, SideSection } from '../../src/ui/side-panel.js';
import { Split } from '../../src/ui/split.js';
import { TextField } from '../../src/ui/text-field.js';
import { Tree } from '../../src/ui/tree.js';
import styles from '../gallery.module.css';
import { Row, Section } from '../section.js';

const nodes = [
  { id: 'order', label: 'Order received' },
  {
    id: 'items',
    label: 'Each item',
    icon: Repeat,
    detail: '3 of 3',
    children: [
      { id: 'reserve', label: 'Reserve stock', icon: Globe, detail: '150 ms' },
      { id: 'known', label: 'Known customer?', icon: GitBranch },
    ],
  },
];
const presets = [
  { id: '1h', label: 'Last hour' },
  { id: '24h', label: 'Last 24 hours' },
  { id: '7d', label: 'Last 7 days' },
];
const facts = [
  { term: 'Trigger', value: 'webhook' },
  { term: 'Version', value: '12' },
];

export function Layouts() {
  const [isOpen, setOpen] = useState(false);
  const [isPeeked, setPeeked] = useState(false);
  const [sidePx, setSide] = useState(380);
  const [block, setBlock] = useState('reserve');
  const [preset, setPreset] = useState<string | null>('24h');
  const [range, setRange] = useState({
    from: '2026-11-27T10:00:00.000Z',
    to: '2026-11-28T10:00:00.000Z',
  });
  const text = presets.find(({ id }) => id === preset)?.label ?? 'Nov 27, 10:00 to Nov 28, 10:00';
  const close = (): void => setOpen(false);
  return (
    <Section title="Panels, trees and ranges" isWide>
      <Row>
        <DateRange
          label="Time"
          text={text}
          presets={presets}
          preset={preset}
          range={range}
          timeZone="UTC"
          onPreset={setPreset}
          onRange={(chosen) => {
            setRange(chosen);
            setPreset(null);
          }}
        />
        <Button onPress={() => setOpen(true)}>Open a drawer</Button>
        <Button onPress={() => setPeeked(true)}>Open the panel</Button>
      </Row>
      <div className={styles.frame}>
        <Split
          edgeLabel="Width of the panel"
          sidePx={sidePx}
          onResize={setSide}
          side={
            isPeeked ? (
              <SidePanel
                title="SO-20397"
                onClose={() => setPeeked(false)}
                actions={<Button>Rerun</Button>}
              >
                <SideSection>
                  <KeyValues items={facts} />
                </SideSection>
                <SideSection title="Deliveries" aside={<Badge tone="waiting">1 due</Badge>}>
                  <Meter label="Calls" value={640} most={1_000} text="640 of 1,000 calls" />
                  <Meter label="Cost" value={96} most={100} text="96 %" tone="waiting" />
                  <Meter label="Disk" value={1} most={1} text="Full" tone="error" size="large" />
                </SideSection>
              </SidePanel>
            ) : null
          }
        >
          <Tree
            label="Blocks"
            nodes={nodes}
            chosen={block}
            onChoose={setBlock}
            openIds={['items']}
          />
        </Split>
      </div>
      <Drawer
        title="Run Order intake"
        isOpen={isOpen}
        onClose={close}
        footer={
          <>
            <Button onPress={close}>Cancel</Button>
            <Button tone="primary" onPress={close}>
              Run
            </Button>
          </>
        }
      >
        <TextField label="Order" defaultValue="SO-20397" />
      </Drawer>
    </Section>
  );
}
