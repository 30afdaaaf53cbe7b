/** Sends a consumer's fetches in a session (`fetch-session.ts`), which `Broker.fetch` cannot do. */
import fetchDefinition from 'kafkajs/src/protocol/requests/fetch/index.js';
import { FetchSession, type FetchedTopic, type SessionAnswer } from '../consume/fetch-session.js';

const fetchApiKey = 1;

export interface FetchRequest {
  /** In ms: the broker answers after this time at the latest when there are no records. */
  readonly maxWaitTime: number;
  readonly topics: readonly FetchedTopic[];
}

export interface FetchResponse extends SessionAnswer {
  readonly responses: readonly {
    readonly topicName: string;
    readonly partitions: readonly {
      readonly partition: number;
      readonly highWatermark: string;
      /** -1: the leader. */
      readonly preferredReadReplica?: number;
      readonly messages: readonly { readonly offset: string }[];
    }[];
  }[];
}

/** The parts of kafkajs' broker object used here. */
export interface FetchingBroker {
  readonly lookupRequest: (
    apiKey: number,
    definition: typeof fetchDefinition,
  ) => (parameters: object) => object;
  readonly connectionPool: { send(request: object): Promise<FetchResponse> };
  fetch(request: FetchRequest): Promise<FetchResponse>;
  disconnect(): Promise<void>;
}

/**
 * Replaces `broker.fetch`. Works only for a single reader that names all its partitions every time.
 */
export function incrementalFetch(
  broker: FetchingBroker,
): (request: FetchRequest) => Promise<FetchResponse> {
  const session = new FetchSession();
  const shipped = broker.fetch.bind(broker);
  return async (request) => {
    const fields = session.next(request.topics);
    if (fields === null) return shipped(request);
    try {
      const fetch = broker.lookupRequest(fetchApiKey, fetchDefinition);
      const response = await broker.connectionPool.send(fetch({ ...request, ...fields }));
      session.answered(response);
      return response;
    } catch (error) {
      session.failed();
      if (error instanceof Error && error.name === 'KafkaJSConnectionClosedError')
        await broker.disconnect();
      throw error;
    }
  };
}
