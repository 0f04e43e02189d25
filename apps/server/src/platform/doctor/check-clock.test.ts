import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { checkClock, clockOfService } from './check-clock.ts';

const never = new AbortController().signal;
const noon = new Date('2026-11-17T12:00:00Z');
const clock = { now: () => noon };
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A web server whose clock is ahead of ours. */
async function serviceAhead(seconds: number): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(404, { date: after(seconds).toUTCString() }).end();
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const database = (seconds: number) => ({
  name: 'the database',
  read: async () => after(seconds),
});

test('clocks that agree are fine, whatever the service answers', async () => {
  const service = clockOfService(await serviceAhead(2));
  expect(await checkClock(clock, [database(0), service], never)).toMatchObject([
    { state: 'ok', says: expect.stringContaining('the database and 127.0.0.1:') },
  ]);
});

test.each([
  [10, 'warning', '10 seconds behind the clock of 127.0.0.1'],
  [600, 'wrong', '600 seconds behind'],
  [-600, 'wrong', '600 seconds ahead of'],
])('a service that is %i seconds ahead is a %s', async (seconds, state, says) => {
  const service = clockOfService(await serviceAhead(seconds));
  expect(await checkClock(clock, [service], never)).toMatchObject([
    { state, says: expect.stringContaining(says) },
  ]);
});

test('a database whose clock is wrong is told of beside a service that agrees', async () => {
  const service = clockOfService(await serviceAhead(0));
  expect(await checkClock(clock, [database(90), service], never)).toMatchObject([
    { state: 'wrong', says: 'it is 90 seconds behind the clock of the database' },
  ]);
});

test('a clock that cannot be read proves nothing', async () => {
  const closed = clockOfService('http://127.0.0.1:9');
  expect(await checkClock(clock, [closed, database(0)], never)).toMatchObject([{ state: 'ok' }]);
  expect(await checkClock(clock, [closed], never)).toMatchObject([{ state: 'warning' }]);
  expect(await checkClock(clock, [], never)).toMatchObject([{ state: 'ok' }]);
});
