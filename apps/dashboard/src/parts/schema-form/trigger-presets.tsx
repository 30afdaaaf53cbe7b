/** Checks of well-known senders, for the authentication of a webhook trigger. */
import { presetJson, presetOf, presetSenders } from '../../core/form/trigger-presets.js';
import { schemaFormText as words } from '../../text/schema-form.js';
import { Button } from '../../ui/button.js';
import styles from './schema-form.module.css';
import type { FieldState } from './use-field.js';

export function TriggerPresets({ state }: { state: FieldState }) {
  const { value, set, form } = state;
  const current = presetOf(value);
  return (
    <div className={styles.presets} role="group" aria-label={words.presets}>
      <span className={styles.hint}>{words.presets}</span>
      {presetSenders.map((sender) => (
        <Button
          key={sender}
          isPressed={current === sender}
          isDisabled={form.isReadOnly}
          onPress={() => set(presetJson(sender, value))}
        >
          {words.preset[sender]}
        </Button>
      ))}
    </div>
  );
}
