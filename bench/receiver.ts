import { createServer } from 'node:http';

/** Takes whatever is posted and says so; in a process of its own, so that it takes no time from who sends. */
const server = createServer((request, response) => {
  request.on('end', () => response.end('ok')).resume();
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.(address.port);
});

process.on('disconnect', () => process.exit());
