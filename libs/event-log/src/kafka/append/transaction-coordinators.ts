/**
 * Remembers a transactional producer's coordinators. kafkajs 2.2.4 looks one up before each request
 * of a transaction: five of the twelve requests of a transaction with two partitions and an offset.
 * Here an answer holds until a coordinator refuses a request or cannot be reached. Then all answers
 * of that cluster object are looked up again.
 */

/** FindCoordinator's number for this coordinator type. */
const transaction = 1;

export interface CoordinatorQuery {
  readonly groupId: string;
  readonly coordinatorType?: number;
}

export interface CoordinatorBroker {
  readonly nodeId: number | null;
}

/** The parts of kafkajs' cluster object used here; every producer and consumer has its own. */
export interface CoordinatedCluster<B extends CoordinatorBroker> {
  findBroker(options: { readonly nodeId: number }): Promise<B>;
}

type NodeIds = Map<string, number>;

/** Only clusters that looked up a transaction coordinator: consumers remember theirs themselves. */
const knownTo = new WeakMap<object, NodeIds>();
const learntFrom = new WeakMap<object, NodeIds>();

/** @param ask kafkajs' own lookup, which asks a broker */
export async function findCoordinator<B extends CoordinatorBroker>(
  cluster: CoordinatedCluster<B>,
  query: CoordinatorQuery,
  ask: () => Promise<B>,
): Promise<B> {
  const { groupId, coordinatorType = 0 } = query;
  if (coordinatorType === transaction && !knownTo.has(cluster)) knownTo.set(cluster, new Map());
  const known = knownTo.get(cluster);
  if (known === undefined) return ask();
  const key = `${coordinatorType} ${groupId}`;
  const broker = (await remembered(cluster, known, key)) ?? (await ask());
  if (broker.nodeId !== null) known.set(key, broker.nodeId);
  // Set every time: kafkajs creates a new broker object when a broker comes back.
  learntFrom.set(broker, known);
  return broker;
}

async function remembered<B extends CoordinatorBroker>(
  cluster: CoordinatedCluster<B>,
  known: NodeIds,
  key: string,
): Promise<B | null> {
  const nodeId = known.get(key);
  if (nodeId === undefined) return null;
  try {
    return await cluster.findBroker({ nodeId });
  } catch {
    known.clear();
    return null;
  }
}

/** Wraps a request to a coordinator: after any failure the coordinator is looked up again. */
export async function forgettingOnFailure<T>(broker: object, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    learntFrom.get(broker)?.clear();
    throw error;
  }
}
