/** Types of kafkajs' internal files that are imported; all else comes from its public entry. */
declare module 'kafkajs/src/network/requestQueue/index.js' {
  export default class RequestQueue {
    throttleCheckTimeoutId: NodeJS.Timeout | null;
    throttledUntil: number;
    pending: readonly unknown[];
    /** Unanswered requests in the order in which they were sent. */
    readonly inflight: ReadonlyMap<number, { readonly sentAt: number }>;
    readonly logger: { warn(message: string, details: object): void };
    checkPendingRequests(): void;
    rejectAll(error: Error): void;
    scheduleCheckPendingRequests(): void;
  }
}

declare module 'kafkajs/src/consumer/consumerGroup.js' {
  import type SubscriptionState from 'kafkajs/src/consumer/subscriptionState.js';

  type ConsumerGroup = import('../consume/planned-fetch.js').PlannedGroup &
    import('../append/stale-batches.js').FetchingGroup & {
      readonly subscriptionState: SubscriptionState;
      /** Fetches once from one broker. */
      fetch(nodeId: number): Promise<import('../append/stale-batches.js').FetchedBatch[]>;
      seek(position: { topic: string; partition: number; offset: string }): void;
    };
  const ConsumerGroup: {
    new (options: object): ConsumerGroup;
    readonly prototype: ConsumerGroup;
  };
  export default ConsumerGroup;
}

declare module 'kafkajs/src/consumer/subscriptionState.js' {
  type Partitions = { readonly topic: string; readonly partitions: number[] }[];

  export default class SubscriptionState {
    readonly assignedPartitionsByTopic: object;
    assign(assignment: readonly { topic: string; partitions: readonly number[] }[]): void;
    assigned(): Partitions;
    isPaused(topic: string, partition: number): boolean;
    pause(partitions: readonly object[]): void;
    resume(partitions: readonly object[]): void;
  }
}

declare module 'kafkajs/src/consumer/offsetManager/index.js' {
  export default class OffsetManager {
    constructor(options: object);
    resolveOffset(position: { topic: string; partition: number; offset: string }): void;
  }
}

declare module 'kafkajs/src/consumer/runner.js' {
  import type { Cluster } from 'kafkajs';

  interface RunnerGroup {
    readonly groupId: string;
    readonly cluster: Cluster;
    readonly memberId: string | null;
    coordinator: unknown;
    leave(): Promise<void>;
  }

  /** The loop of one `consumer.run`; `start` ends when it has joined. */
  interface Runner {
    running: boolean;
    /** Added by `kafkajs-patches.ts`. */
    isStopped?: boolean;
    readonly consumerGroup: RunnerGroup;
    readonly fetchManager: { stop(): Promise<void> };
    start(): Promise<void>;
    stop(): Promise<void>;
    scheduleFetchManager(): void;
    /** One round of a fetcher. @returns nothing when not running */
    fetch(nodeId: string): Promise<readonly unknown[]>;
  }
  const Runner: {
    new (options: object): Runner;
    readonly prototype: Runner;
  };
  export default Runner;
}

declare module 'kafkajs/src/consumer/batch.js' {
  import type { KafkaMessage } from 'kafkajs';

  /** One fetch's records for one partition, without aborted and control records. */
  export default class Batch {
    constructor(topic: string, fetchedOffset: string, partitionData: object);
    readonly topic: string;
    readonly partition: number;
    readonly fetchedOffset: string;
    readonly messages: KafkaMessage[];
    readonly rawMessages: readonly unknown[];
    lastOffset(): string;
  }
}

declare module 'kafkajs/src/broker/index.js' {
  type Send = (this: Broker, parameters: object) => Promise<unknown>;

  /** One broker over one connection; belongs to one cluster object. */
  export default class Broker {
    readonly nodeId: number | null;
    addPartitionsToTxn: Send;
    addOffsetsToTxn: Send;
    txnOffsetCommit: Send;
    endTxn: Send;
  }
}

declare module 'kafkajs/src/cluster/index.js' {
  import type Broker from 'kafkajs/src/broker/index.js';

  /** Every producer, consumer and admin client has one. */
  export default class Cluster {
    findBroker(options: { readonly nodeId: number }): Promise<Broker>;
    findGroupCoordinator(
      query: import('../append/transaction-coordinators.js').CoordinatorQuery,
    ): Promise<Broker>;
  }
}

declare module 'kafkajs/src/protocol/requests/produce/index.js' {
  type Produce = (parameters: import('./produce-encoding.js').ProduceParameters) => {
    readonly request: { encode(): Promise<import('./produce-encoding.js').EncodedBody> };
    readonly response: object;
  };

  /** Looked up at every request. */
  const produce: { protocol(choice: { readonly version: number }): Produce };
  export default produce;
}

declare module 'kafkajs/src/protocol/requests/produce/v7/request.js' {
  export default function request(parameters: import('./produce-encoding.js').ProduceParameters): {
    encode(): Promise<import('./produce-encoding.js').EncodedBody>;
  };
}

declare module 'kafkajs/src/protocol/requests/fetch/index.js' {
  /** Covers all versions; the broker object picks the best one. */
  const definition: { readonly versions: readonly string[] };
  export default definition;
}

declare module 'kafkajs/src/protocol/requests/fetch/*/response.js' {
  /** One version of the fetch response; the connection looks `decode` up at every response. */
  const response: {
    decode(rawData: Buffer): Promise<{
      readonly responses: readonly {
        readonly partitions: import('./aborted-transactions.js').FetchedPartition[];
      }[];
    }>;
  };
  export default response;
}

declare module 'kafkajs/src/network/connection.js' {
  import type RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
  import type { Socket } from 'node:net';

  export default class Connection {
    constructor(options: object);
    readonly host: string;
    readonly port: number;
    /** host:port */
    readonly broker: string;
    readonly ssl: object | null;
    readonly socketFactory: object;
    readonly requestQueue: RequestQueue;
    /** Set while an authentication waits for its answer. */
    readonly authHandlers: { onError(): void } | null;
    socket?: Socket | null;
    /** The part of an answer received so far. */
    chunks: Buffer[];
    bytesBuffered: number;
    bytesNeeded: number;
    isConnected(): boolean;
    connect(): Promise<true>;
    disconnect(): Promise<true>;
    processData(data: Buffer): void;
    send(exchange: object): Promise<unknown>;
  }
}

declare module 'kafkajs/src/network/socketFactory.js' {
  export default function newSocketFactory(): object;
}

declare module 'kafkajs/src/network/connectionPool.js' {
  export default class ConnectionPool {
    send(request: { readonly request: { readonly apiKey: number } }): Promise<unknown>;
  }
}

declare module 'kafkajs/src/protocol/requests/apiVersions/v0/request.js' {
  export default function apiVersionsRequest(): object;
}

declare module 'kafkajs/src/protocol/requests/apiVersions/v0/response.js' {
  const apiVersionsResponse: object;
  export default apiVersionsResponse;
}

declare module 'kafkajs/src/protocol/encoder.js' {
  export default class Encoder {
    size(): number;
    writeVarInt(value: number): this;
  }
}

declare module 'kafkajs/src/protocol/decoder.js' {
  export default class Decoder {
    readVarInt(): number;
  }
}
