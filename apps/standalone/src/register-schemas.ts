/**
 * `npm run schemas:register`: copies our schemas, with their pinned ids, to the registry at
 * SCHEMA_REGISTRY_URL. Repeatable. Records in Kafka carry the pinned ids, so a registry that
 * assigns other ids is refused: use a separate registry or a context.
 */
import { registrySubjects, type RegistrySubject, type SubjectVersion } from '@libs/contracts';

const contentType = 'application/vnd.schemaregistry.v1+json';

class RegistrationError extends Error {
  override readonly name = 'RegistrationError';
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

type Ask = (method: 'POST' | 'PUT', path: string, body: object) => Promise<Answer>;

const askOf =
  (registryUrl: string): Ask =>
  async (method, path, body) => {
    const url = new URL(registryUrl);
    const authorization =
      url.username === ''
        ? {}
        : {
            authorization: `Basic ${Buffer.from(
              `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`,
            ).toString('base64')}`,
          };
    url.username = '';
    url.password = '';
    const response = await fetch(`${url.href.replace(/\/$/, '')}${path}`, {
      method,
      headers: { 'content-type': contentType, accept: contentType, ...authorization },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
  };

/** Import mode lets us choose ids. A registry without it counts from 1, as we do, if empty. */
async function beginImport(ask: Ask, { subject }: RegistrySubject): Promise<boolean> {
  const { status } = await ask('PUT', `/mode/${subject}?force=true`, { mode: 'IMPORT' });
  return status < 300;
}

async function register(
  ask: Ask,
  { subject, version, id, schema }: SubjectVersion,
  importing: boolean,
): Promise<void> {
  const { status, body } = await ask('POST', `/subjects/${subject}/versions`, {
    schema,
    schemaType: 'AVRO',
    ...(importing && { id, version }),
  });
  if (status >= 300) {
    throw new RegistrationError(
      `${subject}: the registry answered ${status} ${JSON.stringify(body)}`,
    );
  }
  const given = (body as { readonly id?: unknown }).id;
  if (given === id) return;
  throw new RegistrationError(
    `${subject}: the registry gave id ${String(given)}, but our records carry ${id}: its ids are taken; use a registry or a context of our own`,
  );
}

/**
 * Unused ids below our highest. Some registries (Apicurio) assign ids even in import mode. They
 * must count past these, so each one is registered as an empty record.
 */
function placeholders(): RegistrySubject[] {
  const taken = new Set(
    registrySubjects.flatMap(({ versions }) => versions.map((version) => version.id)),
  );
  return Array.from({ length: Math.max(...taken) }, (_, index) => index + 1)
    .filter((id) => !taken.has(id))
    .map((id) => {
      const subject = `flowledger-unused-${id}`;
      const namespace = 'io.flowledger.unused';
      const schema = JSON.stringify({ type: 'record', name: `Unused${id}`, namespace, fields: [] });
      const compatibility = 'FULL_TRANSITIVE';
      return { subject, compatibility, versions: [{ subject, version: 1, id, schema }] };
    });
}

/** @throws RegistrationError naming the refused subject and the reason */
async function registerAll(registryUrl: string): Promise<number> {
  const ask = askOf(registryUrl);
  const importing = new Map<RegistrySubject, boolean>();
  for (const subject of [...registrySubjects, ...placeholders()])
    importing.set(subject, await beginImport(ask, subject));
  const inOrder = [...importing]
    .flatMap(([subject, imports]) => subject.versions.map((version) => ({ version, imports })))
    .sort((a, b) => a.version.id - b.version.id);
  // Each schema's first subject before any second one: registries spend a number on the second too.
  const seen = new Set<number>();
  const isFirst = new Map(
    inOrder.map((one) => [one, !seen.has(one.version.id) && !!seen.add(one.version.id)]),
  );
  inOrder.sort((a, b) => Number(isFirst.get(b)) - Number(isFirst.get(a)));
  for (const { version, imports } of inOrder) await register(ask, version, imports);
  for (const [subject, imports] of importing) {
    if (imports) await ask('PUT', `/mode/${subject.subject}`, { mode: 'READWRITE' });
    await ask('PUT', `/config/${subject.subject}`, { compatibility: subject.compatibility });
  }
  return inOrder.length;
}

const registryUrl = process.env['SCHEMA_REGISTRY_URL'];
if (registryUrl === undefined || registryUrl === '') {
  process.stderr.write('SCHEMA_REGISTRY_URL: required, e.g. http://registry:8081\n');
  process.exitCode = 1;
} else {
  try {
    const count = await registerAll(registryUrl);
    process.stdout.write(`${count} schema versions are registered\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof RegistrationError ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
