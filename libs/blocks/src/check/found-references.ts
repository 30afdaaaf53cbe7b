/** The references that the compilation of a definition finds, each once and with its position. */
import { Places, type BlockDefinition, type ReferenceUse } from '@libs/workflow';

export interface FoundReference extends Pick<ReferenceUse, 'kind' | 'to' | 'path'> {
  /** Path inside the block: `config.headers[0].value`. */
  readonly field: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export class FoundReferences {
  readonly #byBlock = new Map<BlockDefinition, Map<string, FoundReference>>();
  readonly #places = new Places();

  readonly add = (block: BlockDefinition, use: ReferenceUse): void => {
    const { kind, to, path, offset, length } = use;
    const found = this.#byBlock.get(block) ?? new Map<string, FoundReference>();
    this.#byBlock.set(block, found);
    // Code that is not plain is read twice.
    const key = `${offset} ${use.field}`;
    if (found.has(key)) return;
    const field = `config${use.field}`;
    found.set(key, { kind, to, path, field, ...this.#places.at(use.source, offset), length });
  };

  of(block: BlockDefinition): Iterable<FoundReference> {
    return this.#byBlock.get(block)?.values() ?? [];
  }
}
