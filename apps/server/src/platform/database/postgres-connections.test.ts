import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { isDatabaseUnavailable } from './database-errors.ts';
import { openPostgres } from './open-database.ts';

const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) await cleanUp();
});

it('sends no statement to a standby', async () => {
  const server = await greetingServer({ in_hot_standby: 'on' });
  const refusal = await selectOne(server.port);
  expect(refusal).toMatchObject({ cause: { code: '25006' } });
  expect(isDatabaseUnavailable(refusal)).toBe(true);
  await server.closed;
  expect(server.received()).toEqual(['X']);
});

it.each<Record<string, string>>([{ in_hot_standby: 'off' }, {}])(
  'sends statements to a primary: %j',
  async (greeting) => {
    const server = await greetingServer(greeting);
    const failure = selectOne(server.port);
    await server.firstMessage;
    expect(server.received()[0]).not.toBe('X');
    server.cut();
    expect(isDatabaseUnavailable(await failure)).toBe(true);
  },
);

function selectOne(port: number): Promise<unknown> {
  const database = openPostgres(`postgres://zavet@127.0.0.1:${port}/zavet`, () => {});
  cleanups.push(() => database.close());
  return database.rows(sql`select 1`).catch((error: unknown) => error);
}

/** Greets like PostgreSQL and records the types of later messages. */
async function greetingServer(parameters: Record<string, string>) {
  const kinds: string[] = [];
  const { promise: closed, resolve: endConnection } = Promise.withResolvers<void>();
  const { promise: firstMessage, resolve: receiveMessage } = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', endConnection);
    socket.once('data', () => {
      socket.write(greeting(parameters));
      socket.on('data', (bytes) => {
        kinds.push(String.fromCharCode(bytes[0] ?? 0));
        receiveMessage();
      });
    });
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    cut();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, closed, firstMessage, received: () => kinds, cut };
}

function greeting(parameters: Record<string, string>): Buffer {
  const authenticated = message('R', Buffer.alloc(4));
  const status = Object.entries(parameters).map(([name, value]) =>
    message('S', Buffer.from(`${name}\0${value}\0`)),
  );
  return Buffer.concat([
    authenticated,
    ...status,
    message('K', Buffer.alloc(8)),
    message('Z', Buffer.from('I')),
  ]);
}

function message(kind: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}
