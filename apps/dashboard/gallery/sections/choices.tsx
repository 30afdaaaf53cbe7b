import { useState } from 'react';
import { Checkbox } from '../../src/ui/checkbox.js';
import { ComboBox } from '../../src/ui/combo-box.js';
import { Radios } from '../../src/ui/radios.js';
import { Segment } from '../../src/ui/segment.js';
import { Select } from '../../src/ui/select.js';
import { Switch } from '../../src/ui/switch.js';
import { Fields, Row, Section } from '../section.js';

const workflows = [
  { id: 'a', label: 'Order intake', detail: 'v12' },
  { id: 'b', label: 'Refunds', second: 'Orders' },
  { id: 'c', label: 'Nightly report' },
];
const missed = [
  { id: 'skip', label: 'Skip', detail: 'The next time counts' },
  { id: 'once', label: 'Run once', detail: 'As soon as the service is back' },
];

export function Choices() {
  const [workflow, setWorkflow] = useState('a');
  const [found, setFound] = useState<string | null>('b');
  const [policy, setPolicy] = useState('skip');
  const [isOn, setOn] = useState(true);
  const [view, setView] = useState('tree');
  return (
    <Section title="Choices">
      <Fields>
        <Select label="Workflow" choices={workflows} chosen={workflow} onChoose={setWorkflow} />
        <Select
          label="Region"
          choices={workflows}
          chosen={null}
          placeholder="Choose one"
          problem="Choose a region."
          onChoose={() => undefined}
        />
        <Select label="Off" choices={workflows} chosen="c" isDisabled onChoose={() => undefined} />
        <ComboBox label="Find a workflow" choices={workflows} chosen={found} onChoose={setFound} />
      </Fields>
      <Row isLoose>
        <Checkbox>Off</Checkbox>
        <Checkbox defaultSelected detail="block.failed">
          On
        </Checkbox>
        <Checkbox isIndeterminate>Some</Checkbox>
        <Checkbox isDisabled>Disabled</Checkbox>
        <Checkbox isDisabled defaultSelected>
          Disabled, on
        </Checkbox>
      </Row>
      <Row isLoose>
        <Switch isSelected={!isOn} onChange={(isOff) => setOn(!isOff)}>
          Off
        </Switch>
        <Switch isSelected={isOn} onChange={setOn}>
          On
        </Switch>
        <Switch tone="danger" isSelected={isOn} onChange={setOn}>
          Break the receiver
        </Switch>
        <Switch isSelected={false} isDisabled onChange={setOn}>
          Disabled
        </Switch>
        <Segment
          label="View"
          choices={[
            { id: 'tree', label: 'Tree' },
            { id: 'raw', label: 'Raw' },
          ]}
          chosen={view}
          onChoose={setView}
        />
      </Row>
      <Radios
        label="If a time was missed"
        choices={missed}
        chosen={policy}
        onChoose={setPolicy}
        hint="A time is missed while the service is down."
      />
      <Radios
        label="Disabled"
        choices={missed}
        chosen="once"
        isDisabled
        onChoose={() => undefined}
      />
    </Section>
  );
}
