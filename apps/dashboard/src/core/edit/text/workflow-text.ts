/**
 * A workflow definition as its text. Every edit makes a new one; what was not edited keeps its
 * bytes. The text is read as a whole at most once, and only when an edit needs it.
 */
import { type JsonValue, valueOf } from './json-value.js';
import { type Outline, outlineOf, shiftedOutline } from './outline.js';
import { readJson } from './read-json.js';
import { type Splice, spliceText } from './splice.js';

export class WorkflowText {
  #root: JsonValue | null;
  #outline: Outline | null;

  private constructor(
    readonly text: string,
    root: JsonValue | null,
    outline: Outline | null,
  ) {
    this.#root = root;
    this.#outline = outline;
  }

  /** @returns null when the text is no JSON */
  static read(text: string): WorkflowText | null {
    const root = readJson(text);
    return root === null ? null : new WorkflowText(text, root, null);
  }

  get root(): JsonValue {
    return (this.#root ??= valueOf(this.text));
  }

  get outline(): Outline {
    return (this.#outline ??= outlineOf(this.root));
  }

  /**
   * @param splices in the order of the text, without overlap; the result must be JSON
   * @param keepsOutline each is inside a block, or inside a field other than the blocks
   */
  spliced(splices: readonly Splice[], keepsOutline: boolean): WorkflowText {
    const outline = keepsOutline ? shiftedOutline(this.outline, splices) : null;
    return new WorkflowText(spliceText(this.text, splices), null, outline);
  }
}
