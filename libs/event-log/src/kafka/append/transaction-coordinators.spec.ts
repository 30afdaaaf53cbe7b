import { describe, expect, it } from '@jest/globals';
import KafkaCluster from 'kafkajs/src/cluster/index.js';
import '../kafkajs/kafkajs-patches.js';
import { findCoordinator, forgettingOnFailure } from './transaction-coordinators.js';

interface Node {
  readonly nodeId: number;
}

/** A cluster in which the broker `at` coordinates everything; `down` brokers refuse connections. */
class Cluster {
  at = 1;
  asked = 0;
  readonly down = new Set<number>();
  readonly #brokers = new Map<number, Node>();

  findBroker({ nodeId }: { readonly nodeId: number }): Promise<Node> {
    if (this.down.has(nodeId)) return Promise.reject(new Error('ECONNREFUSED'));
    const broker = this.#brokers.get(nodeId) ?? { nodeId };
    this.#brokers.set(nodeId, broker);
    return Promise.resolve(broker);
  }

  /** kafkajs creates new broker objects. */
  reconnect(): void {
    this.#brokers.clear();
  }

  find(coordinatorType: number | undefined, groupId = 'relay-3'): Promise<Node> {
    return findCoordinator(
      this,
      { groupId, ...(coordinatorType === undefined ? {} : { coordinatorType }) },
      () => {
        this.asked += 1;
        return this.findBroker({ nodeId: this.at });
      },
    );
  }
}

const group = 0;
const transaction = 1;
const refused = (): Promise<never> => Promise.reject(new Error('NOT_COORDINATOR'));

describe('the coordinators of a transactional producer', () => {
  it('are looked up once, for the transaction and for the group', async () => {
    const cluster = new Cluster();
    for (let n = 0; n < 3; n++) {
      expect((await cluster.find(transaction)).nodeId).toBe(1);
      expect((await cluster.find(group, 'relay')).nodeId).toBe(1);
    }
    expect(cluster.asked).toBe(2);
  });

  it('are looked up again after a refused request', async () => {
    const cluster = new Cluster();
    const broker = await cluster.find(transaction);
    cluster.at = 2;
    await expect(forgettingOnFailure(broker, refused)).rejects.toThrow('NOT_COORDINATOR');
    expect((await cluster.find(transaction)).nodeId).toBe(2);
  });

  it('are looked up again after a refusal of a reconnected broker', async () => {
    const cluster = new Cluster();
    await cluster.find(transaction);
    cluster.reconnect();
    const sameNode = await cluster.find(transaction);
    cluster.at = 2;
    await expect(forgettingOnFailure(sameNode, refused)).rejects.toThrow('NOT_COORDINATOR');
    expect((await cluster.find(transaction)).nodeId).toBe(2);
  });

  it('are looked up again when the broker is gone', async () => {
    const cluster = new Cluster();
    await cluster.find(transaction);
    cluster.at = 2;
    cluster.down.add(1);
    expect((await cluster.find(transaction)).nodeId).toBe(2);
  });

  it('are cached per cluster object', async () => {
    const [one, other] = [new Cluster(), new Cluster()];
    await one.find(transaction);
    other.at = 2;
    expect((await other.find(transaction)).nodeId).toBe(2);
  });

  it('are looked up each time for a consumer', async () => {
    const cluster = new Cluster();
    await cluster.find(undefined);
    await cluster.find(group);
    expect(cluster.asked).toBe(2);
  });

  it('are remembered by the cluster of kafkajs', async () => {
    let asked = 0;
    const broker = { nodeId: 1 };
    const cluster = Object.assign(Object.create(KafkaCluster.prototype) as KafkaCluster, {
      retrier: (attempt: () => unknown) => attempt(),
      findGroupCoordinatorMetadata: () => {
        asked += 1;
        return Promise.resolve({ coordinator: broker });
      },
      findBroker: () => Promise.resolve(broker),
    });
    for (let n = 0; n < 3; n++)
      await cluster.findGroupCoordinator({ groupId: 'relay-3', coordinatorType: transaction });
    expect(asked).toBe(1);
  });
});
