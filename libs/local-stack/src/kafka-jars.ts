/**
 * Fetches the broker's jars into the cache, with Maven or directly from a configured repository.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { ensureCacheDir, installOnce } from './install-once.js';
import { javaEnvironment } from './java.js';
import { kafkaCoordinates, kafkaVersion, lockedJars, type LockedJar } from './kafka-jars.lock.js';
import type { Log } from './managed-server.js';
import { runCommand } from './run-command.js';
import { StackError } from './stack.errors.js';

/** Progress is shown every this many jars. */
const progressStep = 12;
const parallelDownloads = 6;

export interface KafkaJars {
  /** The cache directory of this version; it also holds the CDS archives. */
  readonly dir: string;
  /** Explicit and in a fixed order: a CDS archive is refused when the class path differs. */
  readonly classPath: string;
}

/** @throws StackError kafka_fetch_failed */
export async function ensureKafkaJars(log: Log): Promise<KafkaJars> {
  const dir = join(await ensureCacheDir(), `kafka-${kafkaVersion}`);
  await installOnce(dir, log, async (draft) => {
    log(`fetching Kafka ${kafkaVersion} … 45 MB, ${lockedJars.length} jars, once`);
    await fetchJars(draft, log);
    log(`Kafka ${kafkaVersion} is in ${dir}`);
  });
  const files = lockedJars.map((jar) => join(dir, jar.fileName)).sort();
  return { dir, classPath: files.join(':') };
}

function progress(log: Log): (jar: LockedJar) => void {
  const seen = new Set<string>();
  return (jar) => {
    if (seen.has(jar.fileName)) return;
    seen.add(jar.fileName);
    if (seen.size % progressStep === 0) {
      log(`fetching Kafka ${kafkaVersion} … ${seen.size} of ${lockedJars.length} jars`);
    }
  };
}

async function fetchJars(dir: string, log: Log): Promise<void> {
  const maven = await fetchByMaven(dir, log);
  if (maven === 'done') return;
  const base = repositoryOf(
    process.env,
    await readFile(join(homedir(), '.m2', 'settings.xml'), 'utf8').catch(() => ''),
  );
  if (base === undefined) {
    throw new StackError(
      'kafka_fetch_failed',
      maven === 'absent'
        ? 'Kafka has to be fetched once: install Maven (mvn), or set MAVEN_REPO_URL to a Maven repository.'
        : `Maven could not fetch Kafka; set MAVEN_REPO_URL to a Maven repository that can be reached.\n${maven.output}`,
    );
  }
  await fetchFrom(base, dir, log);
}

/** `MAVEN_REPO_URL`, else the first mirror in Maven's settings. The project names no default. */
export function repositoryOf(
  env: Readonly<Record<string, string | undefined>>,
  settingsXml: string,
): string | undefined {
  const url = env['MAVEN_REPO_URL'] ?? /<mirror>[\s\S]*?<url>\s*([^<\s]+)/.exec(settingsXml)?.[1];
  return url === undefined || url === '' ? undefined : url.replace(/\/+$/, '');
}

async function fetchByMaven(
  dir: string,
  log: Log,
): Promise<'done' | 'absent' | { output: string }> {
  const env = javaEnvironment();
  if ((await runCommand('mvn', ['--version'], { env })).code !== 0) return 'absent';
  const work = join(dir, 'maven');
  await mkdir(work);
  await writeFile(join(work, 'pom.xml'), pom());
  const note = progress(log);
  const result = await runCommand(
    'mvn',
    [
      '-B',
      '-f',
      join(work, 'pom.xml'),
      'dependency:copy-dependencies',
      '-DincludeScope=runtime',
      `-DoutputDirectory=${work}`,
    ],
    {
      env,
      // With a warm local repository Maven downloads nothing and reports only copying.
      onLine: (line) => {
        if (!/Downloaded|Copying/.test(line)) return;
        const jar = lockedJars.find(({ fileName }) => line.includes(fileName));
        if (jar !== undefined) note(jar);
      },
    },
  );
  if (result.code !== 0) return { output: result.output.slice(-2_000) };
  for (const jar of lockedJars) {
    const from = join(work, jar.fileName);
    const bytes = await readFile(from).catch(() => undefined);
    if (bytes === undefined) return { output: `Maven resolved no ${jar.fileName}` };
    verify(jar, bytes);
    await rename(from, join(dir, jar.fileName));
  }
  await rm(work, { recursive: true });
  return 'done';
}

async function fetchFrom(base: string, dir: string, log: Log): Promise<void> {
  const queue = [...lockedJars];
  const note = progress(log);
  const worker = async (): Promise<void> => {
    for (let jar = queue.shift(); jar !== undefined; jar = queue.shift()) {
      const bytes = await download(`${base}/${jar.path}`);
      verify(jar, bytes);
      await writeFile(join(dir, jar.fileName), bytes);
      note(jar);
    }
  };
  await Promise.all(Array.from({ length: parallelDownloads }, worker));
}

async function download(url: string): Promise<Buffer> {
  try {
    const response = await fetch(url);
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    throw new Error(`the answer was ${response.status}`);
  } catch (cause) {
    throw new StackError(
      'kafka_fetch_failed',
      `Kafka could not be fetched from ${url}: ${String(cause)}`,
      { cause },
    );
  }
}

function verify(jar: LockedJar, bytes: Buffer): void {
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found === jar.sha256) return;
  throw new StackError(
    'kafka_fetch_failed',
    `${jar.fileName} is not the locked file: sha256 ${found}, expected ${jar.sha256}`,
  );
}

function pom(): string {
  const dependencies = kafkaCoordinates
    .map(
      ({ groupId, artifactId, version }) =>
        `<dependency><groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId><version>${version}</version></dependency>`,
    )
    .join('\n');
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>flowledger</groupId><artifactId>kafka-jars</artifactId><version>1</version><packaging>pom</packaging>
<dependencies>
${dependencies}
</dependencies></project>
`;
}
