import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { checkClock, clockOfService } from './check-clock.ts';

const never = new AbortController().signal;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A web server whose clock is ahead of ours. */
async function serviceAhead(seconds: number): Promise<string> {
  const server = createServer((_, response) => {
    const date = new Date(Date.now() + seconds * 1000).toUTCString();
    response.writeHead(404, { date }).end();
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const database = (seconds: number) => ({
  name: 'the database',
  read: async () => new Date(Date.now() + seconds * 1000),
});

test('clocks that agree are fine, whatever the service answers', async () => {
  const service = clockOfService(await serviceAhead(0));
  expect(await checkClock(systemClock, [database(0), service], never)).toMatchObject([
    { state: 'ok', says: expect.stringContaining('the database and 127.0.0.1:') },
  ]);
});

test.each([
  [10, 'warning', '10 seconds behind the clock of 127.0.0.1'],
  [600, 'wrong', '600 seconds behind'],
  [-600, 'wrong', 'seconds ahead of'],
])('a service that is %i seconds ahead is a %s', async (seconds, state, says) => {
  const service = clockOfService(await serviceAhead(seconds));
  expect(await checkClock(systemClock, [service], never)).toMatchObject([
    { state, says: expect.stringContaining(says) },
  ]);
});

test('a database whose clock is wrong is told of beside a service that agrees', async () => {
  const service = clockOfService(await serviceAhead(0));
  expect(await checkClock(systemClock, [database(90), service], never)).toMatchObject([
    { state: 'wrong', says: 'it is 90 seconds behind the clock of the database' },
  ]);
});

test('a clock that cannot be read proves nothing', async () => {
  const closed = clockOfService('http://127.0.0.1:9');
  expect(await checkClock(systemClock, [closed, database(0)], never)).toMatchObject([
    { state: 'ok' },
  ]);
  expect(await checkClock(systemClock, [closed], never)).toMatchObject([{ state: 'warning' }]);
  expect(await checkClock(systemClock, [], never)).toMatchObject([{ state: 'ok' }]);
});
