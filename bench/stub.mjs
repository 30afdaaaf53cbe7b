/**
 * The HTTP server that the measured workflow calls, in its own process. Prints `{ "port": … }` when
 * it listens.
 */
import { createServer } from 'node:http';

const answer = JSON.stringify({ status: 'ok', pad: 'x'.repeat(200) });
createServer((request, response) => {
  request.resume().on('end', () => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length })
      .end(answer);
  });
}).listen(0, '127.0.0.1', function listening() {
  console.log(JSON.stringify({ port: this.address().port }));
});
