import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { isDatabaseUnavailable } from './database-errors.ts';
import { openPostgres } from './open-database.ts';

const ends: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

it('asks nothing of a server that only follows another one', async () => {
  const server = await greetingServer({ in_hot_standby: 'on' });
  const refusal = await askForOne(server.port);
  expect(refusal).toMatchObject({ cause: { code: '25006' } });
  expect(isDatabaseUnavailable(refusal)).toBe(true);
  await server.goodbye;
  expect(server.heard()).toEqual(['X']);
});

it.each<Record<string, string>>([{ in_hot_standby: 'off' }, {}])(
  'asks a primary: %j',
  async (greeting) => {
    const server = await greetingServer(greeting);
    const asked = askForOne(server.port);
    await server.firstMessage;
    expect(server.heard()[0]).not.toBe('X');
    server.cut();
    expect(isDatabaseUnavailable(await asked)).toBe(true);
  },
);

function askForOne(port: number): Promise<unknown> {
  const database = openPostgres(`postgres://someone@127.0.0.1:${port}/zavet`, () => {});
  ends.push(() => database.close());
  return database.rows(sql`select 1`).catch((error: unknown) => error);
}

/** Greets as PostgreSQL does, and only notes the kinds of messages that follow. */
async function greetingServer(parameters: Record<string, string>) {
  const kinds: string[] = [];
  const { promise: goodbye, resolve: endHeard } = Promise.withResolvers<void>();
  const { promise: firstMessage, resolve: messageHeard } = Promise.withResolvers<void>();
  const lines = new Set<Socket>();
  const server = createServer((line) => {
    lines.add(line);
    line.on('error', () => {});
    line.once('close', endHeard);
    line.once('data', () => {
      line.write(greeting(parameters));
      line.on('data', (bytes) => {
        kinds.push(String.fromCharCode(bytes[0] ?? 0));
        messageHeard();
      });
    });
  });
  const cut = () => {
    for (const line of lines) line.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    cut();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, goodbye, firstMessage, heard: () => kinds, cut };
}

function greeting(parameters: Record<string, string>): Buffer {
  const authenticated = message('R', Buffer.alloc(4));
  const told = Object.entries(parameters).map(([name, value]) =>
    message('S', Buffer.from(`${name}\0${value}\0`)),
  );
  return Buffer.concat([
    authenticated,
    ...told,
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
