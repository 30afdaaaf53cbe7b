/** Chooses which of the two providers runs the servers. */
import { dockerAnswers, fetchImages } from './docker-engine.js';
import { findJava } from './java.js';
import type { Log, Provider } from './managed-server.js';
import { StackError } from './stack.errors.js';

export type ProviderChoice = 'auto' | Provider;

const choices: readonly ProviderChoice[] = ['auto', 'embedded', 'docker'];

function forced(wanted: ProviderChoice): ProviderChoice {
  const fromEnv = process.env['FLOWLEDGER_STACK'];
  if (wanted !== 'auto' || fromEnv === undefined || fromEnv === '') return wanted;
  const choice = choices.find((name) => name === fromEnv);
  if (choice !== undefined) return choice;
  throw new StackError(
    'not_supported',
    `FLOWLEDGER_STACK is "${fromEnv}"; allowed: ${choices.join(', ')}.`,
  );
}

/**
 * `auto` takes the preferred provider if it is available, else the other. Embedded needs Java,
 * which can be fetched; Docker needs an engine that answers and has, or can fetch, the images.
 * @throws StackError docker_unavailable, when Docker is requested by name and isn't there
 */
export async function chooseProvider(request: {
  readonly wanted: ProviderChoice;
  readonly preferred: Provider;
  readonly log: Log;
}): Promise<Provider> {
  const choice = forced(request.wanted);
  if (choice === 'embedded') return 'embedded';
  if (choice === 'docker') {
    if (await dockerIsUsable(request.log)) return 'docker';
    throw new StackError(
      'docker_unavailable',
      'FLOWLEDGER_STACK asks for Docker, but no Docker engine with the images answers.',
    );
  }
  if (request.preferred === 'embedded' && (await findJava()) !== undefined) return 'embedded';
  return (await dockerIsUsable(request.log)) ? 'docker' : 'embedded';
}

const dockerIsUsable = async (log: Log): Promise<boolean> =>
  (await dockerAnswers()) && (await fetchImages(log));
