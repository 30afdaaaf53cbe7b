import { describe, expect, it } from '@jest/globals';
import {
  incrementalFetch,
  type FetchingBroker,
  type FetchRequest,
  type FetchResponse,
} from './incremental-fetch.js';

const answered: FetchResponse = { errorCode: 0, sessionId: 7, responses: [] };
const requestAt = (fetchOffset: string): FetchRequest => ({
  maxWaitTime: 100,
  topics: [
    {
      topic: 'a',
      partitions: [
        { partition: 0, fetchOffset },
        { partition: 1, fetchOffset: '0' },
      ],
    },
  ],
});

describe('the fetches of a consumer', () => {
  it('name all partitions once, then only those whose offset changed', async () => {
    const sent: object[] = [];
    const broker: FetchingBroker = {
      lookupRequest: () => (parameters) => parameters,
      connectionPool: {
        send: (request) => {
          sent.push(request);
          return Promise.resolve(answered);
        },
      },
      fetch: () => Promise.reject(new Error('kafkajs would name all of them')),
      disconnect: () => Promise.resolve(),
    };
    const fetch = incrementalFetch(broker);
    for (const offset of ['0', '0', '5']) await fetch(requestAt(offset));
    expect(sent).toMatchObject([
      { sessionId: 0, sessionEpoch: 0, topics: requestAt('0').topics },
      { sessionId: 7, sessionEpoch: 1, topics: [] },
      {
        ...{ sessionId: 7, sessionEpoch: 2 },
        topics: [{ topic: 'a', partitions: [{ partition: 0, fetchOffset: '5' }] }],
      },
    ]);
  });
});
