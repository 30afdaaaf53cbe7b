/** Refuses results that show a secret which the block itself resolved. */
import { failed, secretInOutput, type BlockOutcome, type CompiledWorkflow } from '@libs/blocks';
import { maxBlockOutputBytes, toJsonText } from '@libs/contracts';
import { overflowOf } from '@libs/workflow';
import { runSteps } from './masked-values.js';
import type { SecretValues } from './secret-values.js';
import { ShownSecrets } from './shown-secrets.js';

type Output = Readonly<Record<string, unknown>>;

export class SecretGuards {
  readonly #shown = new Map<number, ShownSecrets>();

  constructor(
    private readonly workflow: CompiledWorkflow,
    private readonly secrets: SecretValues,
    /** Lets other work run before a text of so many characters is searched. */
    private readonly turn: (characters: number) => Promise<void> | null,
  ) {}

  /** For a small outcome. */
  checked(index: number, outcome: BlockOutcome): BlockOutcome {
    const json = this.#guarded(index, outcome);
    const name = json === null ? null : runSteps(this.#of(index).nameIn(json));
    return name === null ? outcome : this.#refused(index, outcome, name);
  }

  /** For a large one, with a yield to the event loop between the steps. */
  async checkedInTurns(index: number, outcome: BlockOutcome): Promise<BlockOutcome> {
    const json = this.#guarded(index, outcome);
    const name = json === null ? null : await this.#nameIn(index, json);
    return name === null ? outcome : this.#refused(index, outcome, name);
  }

  /** The name of the first secret that the input of a child run shows; null: it shows none. */
  async inChildInput(index: number, input: unknown): Promise<string | null> {
    const isGuarded = (this.workflow.secretGuards[index] ?? null) !== null;
    return isGuarded ? this.#nameIn(index, toJsonText(input)) : null;
  }

  async #nameIn(index: number, json: string): Promise<string | null> {
    await this.turn(json.length);
    const steps = this.#of(index).nameIn(json);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return step.value;
      await this.turn(json.length);
    }
  }

  /** JSON text of the outputs that must not show a secret; null: they can not. */
  #guarded(index: number, { output, error }: BlockOutcome): string | null {
    const guard = this.workflow.secretGuards[index] ?? null;
    if (guard === null || error !== null || output === null || typeof output !== 'object')
      return null;
    // It is refused for its size, and never serialized.
    if (overflowOf(output, maxBlockOutputBytes) !== null) return null;
    return toJsonText(guard.outputs.map((name) => (output as Output)[name]));
  }

  #of(index: number): ShownSecrets {
    const known = this.#shown.get(index);
    if (known !== undefined) return known;
    const { names } = this.workflow.secretGuards[index] ?? { names: [] };
    const made = new ShownSecrets(
      new Map(names.map((name) => [name, this.secrets.byName.get(name) ?? ''])),
    );
    this.#shown.set(index, made);
    return made;
  }

  /** Other outputs stay, like the printed lines of a function. */
  #refused(index: number, { input, output }: BlockOutcome, name: string): BlockOutcome {
    const { outputs = [] } = this.workflow.secretGuards[index] ?? {};
    const removed = Object.fromEntries(outputs.map((output) => [output, null]));
    return {
      ...failed(input, secretInOutput(name)),
      output: { ...(output as Output), ...removed },
    };
  }
}
