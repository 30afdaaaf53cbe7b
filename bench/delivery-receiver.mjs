/**
 * The receiver that the delivery benchmark posts to, in a process of its own. `/hang` is never answered; every other path is, at
 * once. `GET /arrivals` tells ids and times (ms) of what came since
 * the last time, `GET /count` how much that is so far. Prints `{ "port": … }` when it listens.
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
