import { useState } from 'react';
import { indentedJson, shownText, typedNumber } from '../../../core/form/config-value.js';
import {
  asVariableType,
  strictJson,
  variableTypeOf,
  variableTypes,
} from '../../../core/variable/variable-value.js';
import { useTyped } from '../../../parts/schema-form/use-typed.js';
import { factsText } from '../../../text/workflow-facts.js';
import { X } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Select } from '../../../ui/select.js';
import { TextArea } from '../../../ui/text-area.js';
import { TextField } from '../../../ui/text-field.js';
import styles from './facts.module.css';

const { panel: words } = factsText;

export interface VariableRowProps {
  name: string;
  /** Read by `parseExact`. */
  value: unknown;
  /** Names that are taken. */
  others: readonly string[];
  facts: {
    /** As the last save said it. */
    readonly problem: string | null;
    readonly usedBy: number;
    readonly isReadOnly: boolean;
  };
  /** JSON. */
  onSet: (json: string) => void;
  onChange: (change: { readonly name: string } | { readonly isRemoved: true }) => void;
}

export function VariableRow({ name, value, others, facts, onSet, onChange }: VariableRowProps) {
  const { isReadOnly, problem, usedBy } = facts;
  /** Null: nothing else was typed. */
  const [typed, setTyped] = useState<string | null>(null);
  const isTaken = typed !== null && others.includes(typed);
  const finish = (): void => {
    if (typed === null || isTaken) return;
    setTyped(null);
    if (typed !== '' && typed !== name) onChange({ name: typed });
  };
  return (
    <div className={styles.row}>
      <TextField
        label={words.variableName(name)}
        isLabelHidden
        isMono
        {...{ isReadOnly }}
        value={typed ?? name}
        hint={words.usedBy(usedBy)}
        problem={isTaken ? words.nameTaken : problem}
        onChange={setTyped}
        onBlur={finish}
        onKeyDown={({ key }) => key === 'Enter' && finish()}
      />
      {/* A select of the kit is more than one element. */}
      <div>
        <Select
          label={words.variableType(name)}
          isLabelHidden
          isDisabled={isReadOnly}
          choices={variableTypes.map((id) => ({ id, label: words.type[id] }))}
          chosen={variableTypeOf(value)}
          onChoose={(id) => {
            const type = variableTypes.find((one) => one === id);
            if (type !== undefined) onSet(asVariableType(value, type));
          }}
        />
      </div>
      <IconButton
        tone="ghost"
        size="large"
        icon={X}
        label={words.removeVariable(name)}
        isDisabled={isReadOnly}
        onPress={() => onChange({ isRemoved: true })}
      />
      <div className={styles.value}>
        <Value
          label={words.variableValue(name)}
          {...{ value, isReadOnly, onSet }}
          key={variableTypeOf(value)}
        />
      </div>
    </div>
  );
}

interface ValueProps {
  label: string;
  value: unknown;
  isReadOnly: boolean;
  onSet: (json: string) => void;
}

function Value(props: ValueProps) {
  const { label, value, isReadOnly, onSet } = props;
  switch (variableTypeOf(value)) {
    case 'text':
      return (
        <TextArea
          {...{ label, isReadOnly }}
          isLabelHidden
          lines={1}
          value={shownText(value)}
          onChange={(text) => onSet(JSON.stringify(text))}
        />
      );
    case 'number':
      return <NumberValue {...props} />;
    case 'boolean':
      return (
        <Select
          {...{ label }}
          isLabelHidden
          isDisabled={isReadOnly}
          choices={[
            { id: 'true', label: words.yes },
            { id: 'false', label: words.no },
          ]}
          chosen={String(value)}
          onChoose={onSet}
        />
      );
    case 'json':
      return <JsonValueField {...props} />;
  }
}

/** Null: it is no number yet. */
function readNumber(text: string): string | null {
  const json = typedNumber(text);
  return json === null || json.startsWith('"') ? null : json;
}

function NumberValue({ label, value, isReadOnly, onSet }: ValueProps) {
  const { text, isUnread, type } = useTyped(value, shownText(value), readNumber);
  return (
    <TextField
      {...{ label, isReadOnly }}
      isLabelHidden
      isMono
      inputMode="decimal"
      value={text}
      problem={isUnread ? words.notNumber : null}
      onChange={(next) => {
        type(next);
        const json = readNumber(next);
        if (json !== null) onSet(json);
      }}
    />
  );
}

/** Null: it is no JSON yet, or a value of another type, which has a field of its own. */
function readJsonValue(text: string): string | null {
  const json = strictJson(text);
  return json !== null && variableTypeOf(JSON.parse(json)) === 'json' ? json : null;
}

function JsonValueField({ label, value, isReadOnly, onSet }: ValueProps) {
  const { text, isUnread, type } = useTyped(value, indentedJson(value), readJsonValue);
  return (
    <TextArea
      {...{ label, isReadOnly }}
      isLabelHidden
      isMono
      lines={3}
      value={text}
      problem={isUnread ? words.notJson : null}
      onChange={(next) => {
        type(next);
        const json = readJsonValue(next);
        if (json !== null) onSet(json);
      }}
    />
  );
}
