/** kafkajs' requests and answers go through our codec, which keeps no object per record. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import Decoder from 'kafkajs/src/protocol/decoder.js';
import Encoder from 'kafkajs/src/protocol/encoder.js';
import fetchV11 from 'kafkajs/src/protocol/requests/fetch/v11/response.js';
import produce from 'kafkajs/src/protocol/requests/produce/index.js';
import { fetchResponse, recordBatch } from '../../testing/fetch-response.js';
import './kafkajs-patches.js';

const messages = Array.from({ length: 100 }, (_, at) => ({ key: `k${at}`, value: 'v' }));

describe('a hundred records', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it("are sent without kafkajs' encoder", async () => {
    const written = jest.spyOn(Encoder.prototype, 'writeVarInt');
    const topicData = [{ topic: 't', partitions: [{ partition: 0, messages }] }];
    const exchange = produce.protocol({ version: 7 })({ acks: -1, timeout: 1, topicData });
    const { buffer } = await exchange.request.encode();
    expect(buffer.length).toBeGreaterThan(messages.length);
    expect(written).not.toHaveBeenCalled();
  });

  it("are read without kafkajs' decoder", async () => {
    const raw = fetchResponse([{ batches: [recordBatch(messages, 5)], aborted: [], cutBytes: 0 }]);
    const read = jest.spyOn(Decoder.prototype, 'readVarInt');
    const { responses } = await fetchV11.decode(raw);
    expect(responses[0]?.partitions[0]?.messages).toHaveLength(messages.length);
    expect(read).not.toHaveBeenCalled();
  });
});
