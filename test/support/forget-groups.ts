/**
 * Makes a broker forget the offsets that groups committed. A broker does this by itself if a group
 * has had no member for `offsets.retention.minutes` (a week by default). Sends the Kafka request by
 * hand, because the event log does not need it.
 */
import { once } from 'node:events';
import { createConnection } from 'node:net';

const deleteGroups = 42;
const nonEmptyGroup = 68;
const groupIdNotFound = 69;

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** DeleteGroups, version 0. */
function requestOf(groupIds: readonly string[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeInt16BE(deleteGroups, 0);
  const count = Buffer.alloc(4);
  count.writeInt32BE(groupIds.length);
  const body = Buffer.concat([head, text('test'), count, ...groupIds.map(text)]);
  const size = Buffer.alloc(4);
  size.writeInt32BE(body.length);
  return Buffer.concat([size, body]);
}

/**
 * @param broker `host:port` of the only broker
 * @returns the forgotten groups; the broker did not know the others
 * @throws if a group still has members
 */
export async function forgetGroups(
  broker: string,
  groupIds: readonly string[],
): Promise<readonly string[]> {
  const [host = '', port = ''] = broker.split(':');
  const socket = createConnection(Number(port), host);
  try {
    await once(socket, 'connect');
    socket.write(requestOf(groupIds));
    let answer = Buffer.alloc(0);
    while (answer.length < 4 || answer.length < 4 + answer.readInt32BE()) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      answer = Buffer.concat([answer, chunk]);
    }
    const forgotten: string[] = [];
    // Size, correlation id, throttle time; then the results.
    const count = answer.readInt32BE(12);
    for (let index = 0, at = 16; index < count; index++) {
      const length = answer.readInt16BE(at);
      const groupId = answer.toString('utf8', at + 2, at + 2 + length);
      const code = answer.readInt16BE(at + 2 + length);
      at += 4 + length;
      if (code === 0) forgotten.push(groupId);
      else if (code !== groupIdNotFound)
        throw new Error(
          code === nonEmptyGroup ? `${groupId} has members` : `${groupId}: error ${code}`,
        );
    }
    return forgotten;
  } finally {
    socket.destroy();
  }
}
