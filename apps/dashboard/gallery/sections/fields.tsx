import { Search } from '../../src/ui/icon.js';
import { NumberField } from '../../src/ui/number-field.js';
import { TextArea } from '../../src/ui/text-area.js';
import { TextField } from '../../src/ui/text-field.js';
import { Fields, Section } from '../section.js';

export function TextFields() {
  return (
    <Section title="Fields">
      <Fields>
        <TextField
          label="Name"
          defaultValue="Order intake"
          problem="Taken by a workflow in Orders. Pick another name."
        />
        <TextField label="Plain" hint="A hint of one line" placeholder="Placeholder" />
        <TextField label="Disabled" isDisabled defaultValue="Not now" />
        <TextField label="Read only" isReadOnly isMono defaultValue="whsec_7Hq2" />
        <TextField label="Find" isLabelHidden icon={Search} size="medium" placeholder="Find" />
        <NumberField label="Most per second" defaultValue={10} minValue={1} suffix="/s" />
        <NumberField
          label="Attempts"
          defaultValue={9}
          problem="At most 5 attempts are made."
          size="medium"
        />
        <NumberField label="Disabled" isDisabled defaultValue={3} />
        <TextArea label="Note" placeholder="What changed" hint="Shown in the list of versions" />
        <TextArea
          label="Body"
          isMono
          defaultValue={'{\n  "total": 12\n}'}
          problem="Line 2: a comma is missing."
        />
      </Fields>
    </Section>
  );
}
