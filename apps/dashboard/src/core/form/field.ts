/**
 * A field of a form, as plain data. Paths begin at the configuration, or at the item of the nearest
 * list around the field.
 */
import type { Path } from '../edit/text/json-value.js';

export interface Basics {
  readonly path: Path;
  readonly title: string;
  readonly hint: string | null;
  readonly isRequired: boolean;
  /** Few authors need it. */
  readonly isAdvanced: boolean;
  /** JSON of the value that holds while nothing is written. */
  readonly fallback: string | null;
  /** JSON of a valid value. */
  readonly example: string | null;
  /** A text with a reference is valid in place of the value. */
  readonly takesReference: boolean;
}

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
}

/** One way to fill an object. */
export interface Arm {
  /** The value of the discriminator, or the title of the way. */
  readonly id: string;
  readonly title: string;
  readonly fields: readonly Field[];
}

/** How the definition says which arm of a union is meant. */
type Discriminator =
  /** By the value of this field. */
  | { readonly by: 'field'; readonly name: string }
  /** By the fields that are there: those of the arm with the same place in this list. */
  | { readonly by: 'presence'; readonly own: readonly (readonly string[])[] };

export type TextField = Basics & {
  readonly kind: 'text';
  /** References in it are resolved. */
  readonly hasReferences: boolean;
  readonly isLong: boolean;
};

export type ChoiceField = Basics & {
  readonly kind: 'choice';
  readonly options: readonly ChoiceOption[];
  /** The words for none, where no value is the fallback. */
  readonly unchosen: string | null;
};

export type ListField = Basics & { readonly kind: 'list'; readonly item: Field };

export type UnionField = Basics & {
  readonly kind: 'union';
  readonly discriminator: Discriminator;
  readonly arms: readonly Arm[];
  /** It is the check of a webhook trigger, for which there are presets. */
  readonly isTriggerCheck: boolean;
};

export type PairsField = Basics & {
  readonly kind: 'pairs';
  /** Items `{ key, value }`, whose keys may repeat, or the fields of an object. */
  readonly holder: 'list' | 'map';
  readonly value: Field;
};

export type CodeField = Basics & { readonly kind: 'code' | 'expression' };
export type NumberField = Basics & { readonly kind: 'number' };
export type DurationField = Basics & { readonly kind: 'duration'; readonly unit: 'ms' | 's' };
/** `isLong`: usually a text of several lines. */
export type JsonField = Basics & {
  readonly kind: 'json';
  readonly shape: 'any' | 'object';
  /** How an empty one is edited. */
  readonly starts: 'text' | 'json';
  readonly isLong: boolean;
};
export type NamedField = Basics & {
  readonly kind: 'secret' | 'workflow' | 'block-name' | 'timezone' | 'cron';
};

export type Field =
  | TextField
  | ChoiceField
  | ListField
  | UnionField
  | PairsField
  | NumberField
  | DurationField
  | JsonField
  | NamedField
  | CodeField
  | (Basics & { readonly kind: 'boolean' })
  /** Several of a few. */
  | (Basics & { readonly kind: 'choices'; readonly options: readonly ChoiceOption[] })
  /** A method and a URL on one line. */
  | (Basics & { readonly kind: 'request'; readonly method: ChoiceField; readonly url: TextField })
  | (Basics & { readonly kind: 'group'; readonly fields: readonly Field[] });

export type FieldOf<Kind extends Field['kind']> = Extract<Field, { readonly kind: Kind }>;
