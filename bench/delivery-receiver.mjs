/**
 * The delivery benchmark's receiver, in its own process. It answers every path at once except
 * `/hang`, which it never answers. `GET /arrivals` returns ids and times (ms) since the previous
 * call; `GET /count` returns how many those are so far. Prints `{ "port": … }` when it listens.
 */
import { createServer } from 'node:http';

let ids = [];
let times = [];
const now = () => performance.timeOrigin + performance.now();

createServer((request, response) => {
  const at = now();
  if (request.url === '/hang') {
    request.resume();
    return;
  }
  if (request.url === '/arrivals') {
    response.end(JSON.stringify({ ids, times }));
    ids = [];
    times = [];
    return;
  }
  if (request.url === '/count') {
    response.end(JSON.stringify({ count: times.length, first: times[0], last: times.at(-1) }));
    return;
  }
  ids.push(request.headers['service-delivery-id']);
  times.push(at);
  request.resume().on('end', () => response.writeHead(200, { 'content-length': 0 }).end());
}).listen(0, '127.0.0.1', function listening() {
  console.log(JSON.stringify({ port: this.address().port }));
});
