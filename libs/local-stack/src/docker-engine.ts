/** The Docker engine, for both containers. Loads testcontainers only when Docker is likely. */
import { existsSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import type { GenericContainer, StartedTestContainer } from 'testcontainers';
import { keepRunning } from './keep-running.js';
import type { Log, ManagedServer } from './managed-server.js';
import { identify, isRunning, parseIdentity } from './process-identity.js';
import { StackError } from './stack.errors.js';

export const kafkaImage = 'apache/kafka:4.3.0';
export const postgresImage = 'postgres:18';

const readyTimeoutMs = 120_000;

/** Names the process that a container belongs to, so a later run finds what a killed one left. */
const ownerLabel = 'flowledger.owner';
/** Pids mean nothing on another machine, and an engine can be shared. */
const hostLabel = 'flowledger.host';

function ownerLabels(): Record<string, string> {
  return { [ownerLabel]: JSON.stringify(identify(process.pid)), [hostLabel]: hostname() };
}

type Testcontainers = typeof import('testcontainers');
type RuntimeClient = Awaited<ReturnType<Testcontainers['getContainerRuntimeClient']>>;

export function testcontainers(): Promise<Testcontainers> {
  // Its clean-up container is one more image to fetch. We stop what we start and find leftovers by
  // label.
  process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';
  return import('testcontainers');
}

async function runtimeClient(): Promise<RuntimeClient> {
  return (await testcontainers()).getContainerRuntimeClient();
}

/** Whether an engine answers. The client is loaded only if a socket or DOCKER_HOST exists. */
export async function dockerAnswers(): Promise<boolean> {
  const sockets = [
    '/var/run/docker.sock',
    join(process.env['XDG_RUNTIME_DIR'] ?? '/nonexistent', 'docker.sock'),
    join(homedir(), '.docker', 'run', 'docker.sock'),
  ];
  if (process.env['DOCKER_HOST'] === undefined && !sockets.some((path) => existsSync(path)))
    return false;
  try {
    await runtimeClient();
    return true;
  } catch {
    return false;
  }
}

/** @returns false when an image is neither present nor can be fetched */
export async function fetchImages(log: Log): Promise<boolean> {
  const { ImageName } = await testcontainers();
  const client = await runtimeClient();
  for (const image of [kafkaImage, postgresImage]) {
    const name = ImageName.fromString(image);
    try {
      if (await client.image.exists(name)) continue;
      log(`fetching the container image ${image} …`);
      await client.image.pull(name);
    } catch (error) {
      log(
        `Docker answers, but the image ${image} cannot be fetched: ${error instanceof Error ? error.message : String(error)}`,
      );
      return false;
    }
  }
  return true;
}

/** Name or address under which containers' ports are reached from this machine. */
export async function containerHost(): Promise<string> {
  const { host } = (await runtimeClient()).info.containerRuntime;
  return host === 'localhost' ? '127.0.0.1' : host;
}

/** A container with one published port; on loopback only when the engine runs on this machine. */
export async function publishing(
  image: string,
  port: { readonly container: number; readonly host: number },
): Promise<GenericContainer> {
  const { GenericContainer } = await testcontainers();
  const local = (await containerHost()) === '127.0.0.1';
  class PublishingContainer extends GenericContainer {
    // testcontainers itself publishes on all interfaces.
    protected override beforeContainerCreated(): Promise<void> {
      const bindings = [{ HostPort: String(port.host), ...(local ? { HostIp: '127.0.0.1' } : {}) }];
      this.hostConfig.PortBindings = { [`${port.container}/tcp`]: bindings };
      return Promise.resolve();
    }
  }
  return new PublishingContainer(image).withExposedPorts(port).withLabels(ownerLabels());
}

let cleanUp: Promise<void> | undefined;

/** Removes the containers of ended processes; runs once per process. */
export function removeLeftovers(log: Log): Promise<void> {
  return (cleanUp ??= removeAbandoned(log));
}

async function removeAbandoned(log: Log): Promise<void> {
  const client = await runtimeClient();
  for (const { Id, Labels } of await client.container.list()) {
    if (Labels[hostLabel] !== hostname()) continue;
    const owner = parseIdentity(Labels[ownerLabel] ?? '');
    if (owner === undefined || isRunning(owner)) continue;
    try {
      await client.container.getById(Id).remove({ force: true, v: true });
      log(`removed the container that an earlier run left behind (${Id.slice(0, 12)})`);
    } catch (error) {
      // Already removed, or being removed by another process.
      if (![404, 409].includes((error as { statusCode?: number }).statusCode ?? 0)) throw error;
    }
  }
}

export interface ContainerSpec {
  /** For messages: `Kafka`, `PostgreSQL`. */
  readonly name: string;
  /** Appears in its output once it is ready. */
  readonly readyText: string;
  /** Restart it when it ends unasked. */
  readonly keepRunning: boolean;
  readonly log: Log;
}

/** The managed-server port over one container. Fixed host ports keep its address over a restart. */
export async function manageContainer(
  container: StartedTestContainer,
  spec: ContainerSpec,
): Promise<ManagedServer> {
  const handle = (await runtimeClient()).container.getById(container.getId());
  const logPlace = `docker logs ${container.getName().slice(1)}`;
  let stopped: Promise<unknown> | undefined;
  /** True from our request to end it until the next start: that end is intended. */
  let endIsOurs = false;

  const watch = async (): Promise<void> => {
    // Fails when the engine goes away: the state is then unknown, so nothing is restarted.
    await handle.wait().catch(() => (endIsOurs = true));
    if (!endIsOurs) again?.ended('ended', logPlace);
  };
  const start = async (): Promise<void> => {
    await handle.start();
    // The output of the previous run is kept and may be less than a second old.
    const { State } = await handle.inspect();
    await untilLogged(container, spec.readyText, Date.parse(State.StartedAt) / 1000);
    endIsOurs = false;
    if (again !== undefined) void watch();
  };
  const again = spec.keepRunning ? keepRunning({ ...spec, start, logPlace }) : undefined;
  if (again !== undefined) void watch();
  return {
    pid: undefined,
    async kill(signal) {
      endIsOurs = true;
      const gone = handle.wait();
      await handle.kill({ signal });
      await gone;
    },
    start,
    async suspend() {
      await handle.pause();
    },
    async resume() {
      await handle.unpause();
    },
    async stop() {
      endIsOurs = true;
      await again?.stop();
      // Removes only anonymous volumes: the volume of a data directory has a name.
      stopped ??= container.stop({ remove: true, removeVolumes: true, timeout: 30_000 });
      await stopped;
    },
  };
}

async function untilLogged(
  container: StartedTestContainer,
  text: string,
  since: number,
): Promise<void> {
  const output = await container.logs({ since });
  // The stream alone would not keep this process alive.
  const deadline = setTimeout(() => output.destroy(), readyTimeoutMs);
  try {
    for await (const chunk of output) {
      if (String(chunk).includes(text)) return;
    }
  } finally {
    clearTimeout(deadline);
    output.destroy();
  }
  throw new StackError('docker_unavailable', `The container ended before it said "${text}".`);
}
