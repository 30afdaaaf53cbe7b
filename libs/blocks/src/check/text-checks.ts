/** Checks the JSON text of a definition: problems and warnings have their place in that text. */
import {
  jsonPlaces,
  JsonTextError,
  offsetInText,
  placeAt,
  Places,
  RepeatedNameError,
  type DefinitionProblem,
  type DefinitionWarning,
  type JsonPlace,
} from '@libs/workflow';
import { definitionChecks, type DefinitionCheck } from '../check-definition.js';

type Note = DefinitionProblem | DefinitionWarning;

const isOfDefinition = /^(?:\$schema|blocks|edges|variables|concurrency)(?:[.[]|$)/;

/** The paths of notes in the text. Those of a block begin with its place in the list. */
class TextPlaces {
  readonly #indexOf = new Map<string, number>();
  readonly #places = new Places();

  constructor(
    private readonly text: string,
    definition: unknown,
    private readonly prefix: string,
  ) {
    const blocks = (definition as { readonly blocks?: unknown } | null)?.blocks;
    if (!Array.isArray(blocks)) return;
    // The last of two with the same id is the one that has to change.
    for (const [index, block] of blocks.entries()) {
      const id: unknown = (block as { readonly id?: unknown } | null)?.id;
      if (typeof id === 'string') this.#indexOf.set(id, index);
    }
  }

  /** The check with places in the text. */
  placed(check: DefinitionCheck): DefinitionCheck {
    const problems = check.ok ? [] : check.problems;
    const paths = [...problems, ...check.warnings].map((note) => this.#pathOf(note));
    const find = jsonPlaces(this.text, paths);
    const warnings = this.#placed(check.warnings, find);
    return check.ok
      ? { ...check, warnings }
      : { ...check, warnings, problems: this.#placed(check.problems, find) };
  }

  #placed<Some extends Note>(
    notes: readonly Some[],
    find: (path: string) => JsonPlace | null,
  ): Some[] {
    return notes.map((note) => {
      const place = find(this.#pathOf(note));
      if (place === null) return note;
      const { line, column, length } = note;
      const isInside = place.isText && line !== undefined && column !== undefined;
      const isContainer = '{['.includes(this.text[place.value.offset] ?? '');
      const span = isContainer && place.key !== null ? place.key : place.value;
      const offset = isInside ? offsetInText(this.text, place, { line, column }) : span.offset;
      const shown = isInside ? length : span.length;
      const found = this.#places.at(this.text, offset);
      return { ...note, ...found, ...(shown !== undefined && { length: shown }) };
    });
  }

  #pathOf({ blockId, field }: Note): string {
    if (isOfDefinition.test(field)) return this.prefix + field;
    const index = blockId === null ? undefined : this.#indexOf.get(blockId);
    return index === undefined ? this.prefix : `${this.prefix}blocks[${index}].${field}`;
  }
}

function syntaxProblem(text: string, error: JsonTextError): DefinitionCheck {
  const { message, offset } = error;
  const place = placeAt(text, offset);
  // Readers of such a text disagree on which of the two counts, so a save refuses it too.
  const what = error instanceof RepeatedNameError ? 'is ambiguous' : 'is no JSON';
  const problem: DefinitionProblem = {
    ...{ code: 'INVALID_SHAPE', blockId: null, field: 'text', ...place },
    message: `${what} (line ${place.line}, column ${place.column}): ${message}`,
  };
  return {
    ...{ ok: false, problems: [problem], warnings: [], blocks: new Map() },
    ...{
      names: { secrets: [], shownSecrets: [], environment: [] },
      definition: null,
      readable: null,
      contentHash: null,
    },
  };
}

/** A workflow file has its definition under that name. */
const isFile = (value: unknown): value is { readonly definition: unknown } =>
  value !== null &&
  typeof value === 'object' &&
  Object.hasOwn(value, 'definition') &&
  !Object.hasOwn(value, 'blocks');

export interface CheckedText {
  readonly check: DefinitionCheck;
  /** Gives the problems and warnings of a check, also added ones, their places in the text. */
  inText(check: DefinitionCheck): DefinitionCheck;
}

/**
 * Yields where other work may run in between.
 * @param text of a definition, or of a workflow file
 */
export function* textChecks(text: string): Generator<void, CheckedText, void> {
  let parsed: unknown;
  try {
    jsonPlaces(text, [], { uniqueNames: true });
    yield;
    parsed = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return { check: syntaxProblem(text, error), inText: (check) => check };
  }
  yield;
  const [definition, prefix] = isFile(parsed) ? [parsed.definition, 'definition.'] : [parsed, ''];
  const check = yield* definitionChecks(definition);
  yield;
  const places = new TextPlaces(text, definition, prefix);
  return { check, inText: (given) => places.placed(given) };
}
