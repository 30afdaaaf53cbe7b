/** What the fields of one form share. */
import { type ComponentType, createContext, use } from 'react';
import type { KeptValues } from '../../core/form/chosen-arm.js';
import type { Field } from '../../core/form/field.js';
import type { FormEdit } from '../../core/form/form-edit.js';
import type { FormProblem } from '../../core/form/form-problem.js';
import type { Path } from '../../core/edit/text/json-value.js';

/** A text that may hold references. `ExpressionField` is one; the default is a plain field. */
export interface TextSlotProps {
  value: string;
  onChange: (text: string) => void;
  label: string;
  isLabelHidden?: boolean;
  hint?: string | undefined;
  /** From the configuration. */
  path: Path;
  language: 'text' | 'json' | 'code' | 'expression';
  placeholder?: string | undefined;
  problem: FormProblem | null;
  /** 1: it has no line breaks. */
  rows: number;
  isReadOnly: boolean;
}

/** When a schedule comes next is known to the server only. */
export interface CronNoteProps {
  cron: string;
  /** As the schedule has it; empty: the default. */
  timezone: string;
}

/** What fields offer to choose from. */
export interface FormNames {
  readonly secrets: readonly string[];
  /** Blocks that an agent may use. */
  readonly tools: readonly string[];
  readonly workflows: readonly { readonly id: string; readonly name: string }[];
}

export interface FieldViewProps {
  field: Field;
  /** Path of the list's item around it; empty: the configuration. */
  base: Path;
  /** Where the place says it, as in a row. */
  isLabelHidden?: boolean;
  /** Said in place of its title. */
  label?: string;
}

export interface FormState {
  /** To draw from. A field may have an old one in all but its own value. */
  readonly config: unknown;
  /** To change. */
  readonly configNow: () => unknown;
  readonly problems: ReadonlyMap<string, readonly FormProblem[]>;
  readonly isReadOnly: boolean;
  /** The edits are one step. */
  readonly edit: (edits: readonly FormEdit[]) => void;
  readonly names: FormNames;
  readonly TextSlot: ComponentType<TextSlotProps>;
  readonly CronNote: ComponentType<CronNoteProps> | null;
  /** Draws fields inside of fields. */
  readonly FieldView: ComponentType<FieldViewProps>;
  /** Values that a switch took out of the configuration. */
  readonly keptValues: () => KeptValues;
  readonly keep: (values: KeptValues) => void;
}

export const FormContext = createContext<FormState | null>(null);

export function useForm(): FormState {
  const form = use(FormContext);
  if (form === null) throw new Error('a field stands outside of a form');
  return form;
}
