/** What has a name elsewhere: a secret, a workflow, a block, a time zone. Any text can be typed. */
import { shownText } from '../../../core/form/config-value.js';
import type { NamedField } from '../../../core/form/field.js';
import { schemaFormText as words } from '../../../text/schema-form.js';
import type { Choice } from '../../../ui/choice.js';
import { ComboBox } from '../../../ui/combo-box.js';
import { TextField } from '../../../ui/text-field.js';
import { Control } from '../control.js';
import type { FieldViewProps, FormNames } from '../form-context.js';
import { useField } from '../use-field.js';

const plain = (id: string): Choice => ({ id, label: id });

/** An opened list draws all of its lines. */
const mostZones = 30;

function zonesLike(text: string): readonly Choice[] {
  const wanted = text.toLowerCase();
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  return zones
    .filter((zone) => zone.toLowerCase().includes(wanted))
    .slice(0, mostZones)
    .map(plain);
}

function choicesOf(kind: NamedField['kind'], names: FormNames, text: string): readonly Choice[] {
  switch (kind) {
    case 'secret':
      return names.secrets.map((name) => plain(`{{${name}}}`));
    case 'block-name':
      return names.tools.map(plain);
    case 'workflow':
      return names.workflows.map(({ id, name }) => ({ id, label: name }));
    case 'timezone':
      return zonesLike(text);
    case 'cron':
      return [];
  }
}

export function NamedKind({ field, ...place }: FieldViewProps & { field: NamedField }) {
  const state = useField({ field, ...place });
  const { form, value, setText, label, hint, message, placeholder } = state;
  const { isLabelHidden = false } = place;
  const text = shownText(value);
  const shared = { label, isLabelHidden, hint, problem: message };
  if (form.isReadOnly)
    return (
      <Control state={state}>
        <TextField {...shared} isReadOnly isMono value={text} />
      </Control>
    );
  const known = choicesOf(field.kind, form.names, text);
  const named = known.find(({ id }) => id === text);
  return (
    <Control state={state}>
      <ComboBox
        {...shared}
        choices={known}
        chosen={named?.id ?? null}
        inputText={named?.label ?? text}
        placeholder={field.kind === 'secret' ? words.secretPlaceholder : placeholder}
        onChoose={(id) => {
          if (id !== null && id !== text) setText(id);
        }}
        onType={(typed) => {
          const meant = known.find((choice) => choice.label === typed)?.id ?? typed;
          if (meant !== text && typed !== named?.label) setText(meant);
        }}
      />
    </Control>
  );
}
