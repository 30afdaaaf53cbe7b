/** A state of a page, as the tests reach it: for axe, and for screenshots. */
type Role =
  | ('alertdialog' | 'button' | 'dialog' | 'heading' | 'link' | 'menu' | 'menuitem')
  | ('combobox' | 'menuitemcheckbox' | 'option' | 'region' | 'row' | 'tab' | 'table');

export type Visible =
  | { readonly text: string }
  /** `name` is a part of its accessible name. */
  | { readonly role: Role; readonly name?: string; readonly inside?: Role };

export interface PageState {
  readonly name: string;
  /** With `?`. */
  readonly search?: string;
  /** Pressed one after the other; the first of several that fit. */
  readonly press?: readonly Visible[];
  /** Phones reach it another way. */
  readonly isWide?: boolean;
  /** Seen when the state is reached. */
  readonly shows: Visible;
}
