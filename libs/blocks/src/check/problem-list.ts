/** Collects the problems and warnings of one check. */
import {
  NearestNames,
  Places,
  type BlockDefinition,
  type DefinitionProblem,
  type DefinitionWarning,
  type Span,
} from '@libs/workflow';

/** More do not help the author. */
const maxEach = 300;
/** Begins the id of a block that has none of its own; no author can write it. */
export const unnamed = '#';

/** What to say, and where. `source` is the text of the field, for a position in it. */
export interface Note<Code> {
  readonly code: Code;
  readonly field: string;
  readonly message: string;
  readonly span?: Span | undefined;
  readonly source?: string;
  readonly suggestion?: string | null | undefined;
  readonly line?: number;
  readonly column?: number;
  readonly length?: number;
}

export class ProblemList {
  readonly problems: DefinitionProblem[] = [];
  readonly warnings: DefinitionWarning[] = [];
  /** For suggestions; shared, because guesses have a limit. */
  readonly nearest = new NearestNames();
  readonly #places = new Places();

  problem(block: BlockDefinition | null, note: Note<DefinitionProblem['code']>): void {
    if (this.problems.length < maxEach) this.problems.push(this.#placed(block, note));
  }

  warn(block: BlockDefinition | null, note: Note<DefinitionWarning['code']>): void {
    if (this.warnings.length < maxEach) this.warnings.push(this.#placed(block, note));
  }

  #placed<Code>(block: BlockDefinition | null, note: Note<Code>) {
    const { code, field, message, span, source, suggestion, line, column, length } = note;
    const isNamed = block !== null && !block.id.startsWith(unnamed);
    const hasName = block !== null && !block.name.startsWith(unnamed);
    const place =
      span === undefined || source === undefined
        ? null
        : { ...this.#places.at(source, span.offset), length: span.length };
    return {
      code,
      blockId: isNamed ? block.id : null,
      ...(hasName && { blockName: block.name }),
      field: block === null || isNamed ? field : `blocks[${block.id.slice(1)}].${field}`,
      message,
      ...(line !== undefined && { line }),
      ...(column !== undefined && { column }),
      ...(length !== undefined && { length }),
      ...place,
      ...(suggestion !== null && suggestion !== undefined && { suggestion }),
    };
  }
}
