import {
  addedField,
  inclusions,
  levels,
  type SubscriptionDraft,
  triggers,
} from '../../core/subscription/subscription-draft.js';
import { useZone } from '../../data/preferences.js';
import { absoluteText } from '../../core/format/format.js';
import { subscriptionText as words } from '../../text/subscription.js';
import { Button } from '../../ui/button.js';
import { ChipBox } from '../../ui/chip-box.js';
import { Checkbox } from '../../ui/checkbox.js';
import { NumberField } from '../../ui/number-field.js';
import { Select } from '../../ui/select.js';
import { Switch } from '../../ui/switch.js';
import { TextArea } from '../../ui/text-area.js';
import { TextField } from '../../ui/text-field.js';
import styles from './subscription-fields.module.css';

interface FieldsProps {
  draft: SubscriptionDraft;
  onChange: (change: Partial<SubscriptionDraft>) => void;
}

const secretChoices = ['keep', 'generate', 'own', 'none'] as const;

export interface SecretFieldsProps extends FieldsProps {
  hasSecret: boolean;
  /** Until when the secret before it signs too. */
  oldUntil: string | null;
  problem: string | null;
}

export function SecretFields({ draft, hasSecret, oldUntil, ...props }: SecretFieldsProps) {
  const { problem, onChange } = props;
  const zone = useZone();
  const kept = oldUntil === null ? undefined : words.oldUntil(absoluteText(oldUntil, zone));
  return (
    <>
      <Select
        label={words.secret}
        size="medium"
        hint={draft.secret === 'keep' ? kept : words.secretDetail[draft.secret]}
        choices={secretChoices
          .filter((id) => id !== 'keep' || hasSecret)
          .map((id) => ({ id, label: words.secrets[id] }))}
        chosen={draft.secret}
        onChoose={(id) =>
          onChange({ secret: secretChoices.find((one) => one === id) ?? draft.secret })
        }
      />
      {draft.secret === 'own' && (
        <TextField
          label={words.ownSecret}
          type="password"
          autoComplete="off"
          value={draft.ownSecret}
          problem={problem}
          onChange={(ownSecret) => onChange({ ownSecret })}
        />
      )}
    </>
  );
}

/** `list` with or without `value`, in the order of `all`. */
const toggled = <T,>(all: readonly T[], list: readonly T[], value: T, isOn: boolean): T[] =>
  all.filter((one) => (one === value ? isOn : list.includes(one)));

interface ManyProps<T extends string> {
  label: string;
  all: readonly T[];
  chosen: readonly T[];
  textOf: Readonly<Record<T, string>>;
  /** Below each; without it they are chips. */
  detailOf?: Readonly<Record<T, string>>;
  problem?: string | null;
  onChange: (chosen: readonly T[]) => void;
}

function Many<T extends string>({ label, all, chosen, textOf, ...props }: ManyProps<T>) {
  const { detailOf, problem, onChange } = props;
  const choice = (value: T) => ({
    isSelected: chosen.includes(value),
    onChange: (isOn: boolean) => onChange(toggled(all, chosen, value, isOn)),
  });
  return (
    <fieldset className={styles.many}>
      <legend>{label}</legend>
      <div className={styles.choices} data-look={detailOf === undefined ? 'chips' : 'boxes'}>
        {all.map((value) =>
          detailOf === undefined ? (
            <ChipBox key={value} {...choice(value)}>
              {textOf[value]}
            </ChipBox>
          ) : (
            <Checkbox key={value} {...choice(value)} detail={detailOf[value]}>
              {textOf[value]}
            </Checkbox>
          ),
        )}
      </div>
      {problem != null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

export interface FilterFieldsProps extends FieldsProps {
  levelProblem: string | null;
  triggerProblem: string | null;
}

/** In the order of spec 2.4. */
export function FilterFields({ draft, onChange, ...problems }: FilterFieldsProps) {
  return (
    <>
      <Many
        label={words.includes}
        all={inclusions}
        chosen={draft.includes}
        textOf={words.include}
        detailOf={addedField}
        onChange={(chosen) => onChange({ includes: chosen })}
      />
      <Many
        label={words.levels}
        all={levels}
        chosen={draft.levels}
        textOf={words.level}
        problem={problems.levelProblem}
        onChange={(chosen) => onChange({ levels: chosen })}
      />
      <Many
        label={words.triggers}
        all={triggers}
        chosen={draft.triggers}
        textOf={words.trigger}
        problem={problems.triggerProblem}
        onChange={(chosen) => onChange({ triggers: chosen })}
      />
      <div className={styles.active}>
        <Switch isSelected={draft.active} onChange={(active) => onChange({ active })}>
          {words.active}
        </Switch>
        <span className={styles.hint}>{words.activeHint}</span>
      </div>
    </>
  );
}

export interface LimitFieldsProps extends FieldsProps {
  headersProblem: string | null;
}

export function LimitFields({ draft, headersProblem, onChange }: LimitFieldsProps) {
  const { headersText, maxPerSecond } = draft;
  return (
    <>
      <NumberField
        label={words.maxPerSecond}
        placeholder={words.noMaximum}
        size="medium"
        minValue={1}
        value={maxPerSecond ?? Number.NaN}
        onChange={(value) => onChange({ maxPerSecond: Number.isNaN(value) ? null : value })}
      />
      {headersText === null ? (
        <div>
          <Button onPress={() => onChange({ headersText: '' })}>{words.replaceHeaders}</Button>
        </div>
      ) : (
        <TextArea
          label={words.headers}
          hint={words.headersHint}
          isMono
          lines={1}
          value={headersText}
          problem={headersProblem}
          onChange={(text) => onChange({ headersText: text })}
        />
      )}
    </>
  );
}
