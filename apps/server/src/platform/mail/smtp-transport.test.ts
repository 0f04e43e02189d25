import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { MailRefused, type MailTransport, type OutgoingMail } from './mail-transport.ts';
import { createSmtpTransport, type SmtpTimeouts } from './smtp-transport.ts';

const mail: OutgoingMail = {
  to: 'anna@example.org',
  subject: 'Подтвердите адрес',
  html: '<p>Здравствуйте</p>',
  text: 'Здравствуйте',
  message_id: 'mail-1@zavet.example',
  language: 'ru',
};

const cleanUps: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

test('sends text and HTML with a fixed Message-ID, language and automatic-mail headers', async () => {
  const peer = await startPeer();
  const receipt = await transportTo(peer.url).deliver({ ...mail, reply_to: 'help@zavet.example' });

  expect(receipt.response).toMatch(/^250 /);
  const [received] = peer.received;
  expect(received?.recipients).toEqual(['anna@example.org']);
  const headers = headersOf(received?.source);
  expect(headers.get('message-id')).toBe('<mail-1@zavet.example>');
  expect(headers.get('auto-submitted')).toBe('auto-generated');
  expect(headers.get('content-language')).toBe('ru');
  expect(headers.get('to')).toBe('anna@example.org');
  expect(headers.get('reply-to')).toBe('help@zavet.example');
  expect(headers.get('from')).toContain('<post@zavet.example>');
  expect(received?.source).toContain('Content-Type: text/plain; charset=utf-8');
  expect(received?.source).toContain('Content-Type: text/html; charset=utf-8');
});

test('sends one mail after another over the kept connection', async () => {
  const peer = await startPeer();
  const transport = transportTo(peer.url);
  await transport.deliver(mail);
  await transport.deliver({ ...mail, message_id: 'mail-2@zavet.example' });

  expect(peer.received).toHaveLength(2);
  expect(peer.connections).toBe(1);
});

test('a 5xx answer to the recipient is a permanent refusal', async () => {
  const peer = await startPeer({
    onRcptTo: (_address, _session, done) => done(answer(550, '5.1.1 no such mailbox')),
  });
  const refusal = await refusalOf(transportTo(peer.url).deliver(mail));

  expect(refusal.permanent).toBe(true);
  expect(refusal.response).toMatch(/^550 5\.1\.1 no such mailbox/);
  expect(peer.received).toEqual([]);
});

test('a 5xx answer to the message is a permanent refusal', async () => {
  const peer = await startPeer({
    onData: (stream, _session, done) => {
      readText(stream).then(() => done(answer(554, '5.7.1 rejected as spam')));
    },
  });
  const refusal = await refusalOf(transportTo(peer.url).deliver(mail));

  expect(refusal.permanent).toBe(true);
  expect(refusal.response).toMatch(/^554 /);
});

test('a 4xx answer is temporary, to the recipient as to the message', async () => {
  const greylisting = await startPeer({
    onRcptTo: (_address, _session, done) => done(answer(451, '4.7.1 try again later')),
  });
  const full = await startPeer({
    onData: (stream, _session, done) => {
      readText(stream).then(() => done(answer(452, '4.2.2 mailbox full')));
    },
  });

  for (const { url } of [greylisting, full]) {
    const refusal = await refusalOf(transportTo(url).deliver(mail));
    expect(refusal.permanent).toBe(false);
    expect(refusal.response).toMatch(/^45[12] 4\.[72]\.[12] /);
  }
});

test('a refused sender or login is temporary, because the operator can mend it', async () => {
  const sender = await startPeer({
    onMailFrom: (_address, _session, done) => done(answer(550, '5.7.1 sender not allowed')),
  });
  const login = await startPeer({
    disabledCommands: ['STARTTLS'],
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(answer(535, '5.7.8 wrong password')),
  });

  for (const url of [sender.url, login.url.replace('//', '//user:wrong@')]) {
    expect((await refusalOf(transportTo(url).deliver(mail))).permanent).toBe(false);
  }
});

test('goes on sending after a refusal', async () => {
  const peer = await startPeer({
    onRcptTo: (address, _session, done) =>
      address.address.startsWith('gone') ? done(answer(550, '5.1.1 gone')) : done(),
  });
  const transport = transportTo(peer.url);
  await refusalOf(transport.deliver({ ...mail, to: 'gone@example.org' }));
  await transport.deliver(mail);

  expect(peer.received).toHaveLength(1);
});

test('a server that dies after the message is temporary, and the message was sent once', async () => {
  let messages = 0;
  const peer = await startPeer({
    onData: (stream) => {
      readText(stream).then(() => {
        messages += 1;
        for (const connection of peer.server.connections) connection.close();
      });
    },
  });
  const refusal = await refusalOf(transportTo(peer.url).deliver(mail));

  expect(refusal).toMatchObject({ permanent: false, isInterrupted: true, isUnanswered: false });
  expect(messages).toBe(1);
});

test('a server that never greets is given up, temporarily', async () => {
  const url = await startSilentPeer();
  const refusal = await refusalOf(transportTo(url, { greeting: 50 }).deliver(mail));

  expect(refusal).toMatchObject({ permanent: false, isUnanswered: true, isInterrupted: false });
  expect(refusal.response).toContain('ETIMEDOUT');
});

test('a server that falls silent in the middle is given up, temporarily', async () => {
  const peer = await startPeer({ onRcptTo: () => {} });
  const refusal = await refusalOf(transportTo(peer.url, { socket: 50 }).deliver(mail));

  expect(refusal).toMatchObject({ permanent: false, isInterrupted: true, isUnanswered: false });
  expect(refusal.response).toContain('ETIMEDOUT');
});

test('an unreachable server is temporary', async () => {
  const peer = await startPeer();
  await peer.stop();

  const refusal = await refusalOf(transportTo(peer.url).deliver(mail));
  expect(refusal).toMatchObject({ permanent: false, isUnanswered: true, isInterrupted: false });
});

test.each([
  [550, '5.1.1 no such mailbox', true],
  [550, 'user unknown', true],
  [550, '5.7.1 relaying denied', false],
  [550, 'relay not permitted', false],
  [552, '5.2.2 mailbox full', false],
  [554, 'rejected', false],
])('of %d %s it says whether the address is unknown: %s', async (code, text, isUnknown) => {
  const peer = await startPeer({
    onRcptTo: (_address, _session, done) => done(answer(code, text)),
  });
  const refusal = await refusalOf(transportTo(peer.url).deliver(mail));
  expect(refusal).toMatchObject({ permanent: true, isAddressUnknown: isUnknown });
});

test('a subject cannot start a header of its own', async () => {
  const peer = await startPeer();
  await transportTo(peer.url).deliver({
    ...mail,
    subject: 'Hello\r\nBcc: thief@example.com\r\n\r\n<b>body</b>\u2028x\u0000',
  });

  const [received] = peer.received;
  expect(received?.recipients).toEqual(['anna@example.org']);
  const headers = headersOf(received?.source);
  expect(headers.has('bcc')).toBe(false);
  expect(headers.get('subject')).toBe('Hello Bcc: thief@example.com <b>body</b> x');
});

test('a recipient cannot bring a second one along', async () => {
  const peer = await startPeer();
  const to = 'anna@example.org>\r\nRCPT TO:<thief@example.com';

  expect((await refusalOf(transportTo(peer.url).deliver({ ...mail, to }))).permanent).toBe(true);
  expect(peer.connections).toBe(0);
});

test('a password is not sent over an open line to another machine', async () => {
  const logins: unknown[] = [];
  const peer = await startPeer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => {
      logins.push(username);
      done(null, { user: username });
    },
  });
  const nearby = peer.url.replace('//', '//user:secret@');
  // Leads to this machine too, but is not one of the names that the transport knows it by.
  const faraway = nearby.replace('127.0.0.1', '0.0.0.0');

  const refusal = await refusalOf(transportTo(faraway).deliver(mail));
  expect(refusal.permanent).toBe(false);
  expect(logins).toEqual([]);
  await transportTo(nearby).deliver(mail);
  await transportTo(`${faraway}?requireTLS=false`).deliver(mail);
  expect(logins).toEqual(['user', 'user']);
});

test('closing waits for the mail under way and takes no new one', async () => {
  const accept = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const peer = await startPeer({
    onData: (stream, _session, done) => {
      readText(stream).then(async () => {
        arrived.resolve();
        await accept.promise;
        done(null, 'queued');
      });
    },
  });
  const transport = transportTo(peer.url);
  const delivery = transport.deliver(mail);
  await arrived.promise;
  const closing = transport.close();
  accept.resolve();
  await closing;

  expect((await delivery).response).toContain('queued');
  expect((await refusalOf(transport.deliver(mail))).permanent).toBe(false);
});

interface Received {
  recipients: string[];
  source: string;
}

async function startPeer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  const peer = { received, connections: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onConnect: (_session, done) => {
      peer.connections += 1;
      done();
    },
    onData: (stream, session, done) => {
      readText(stream).then((source) => {
        received.push({ recipients: session.envelope.rcptTo.map((one) => one.address), source });
        done(null, 'accepted');
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as { port: number };
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  cleanUps.push(stop);
  return Object.assign(peer, { server, stop, url: `smtp://127.0.0.1:${port}` });
}

async function startSilentPeer(): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as { port: number }).port}`;
}

function transportTo(url: string, timeouts: Partial<SmtpTimeouts> = {}): MailTransport {
  const transport = createSmtpTransport({
    url,
    from: 'Завет <post@zavet.example>',
    timeouts: { connection: 5000, greeting: 5000, socket: 5000, ...timeouts },
  });
  cleanUps.push(() => transport.close());
  return transport;
}

function answer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

async function refusalOf(delivery: Promise<unknown>): Promise<MailRefused> {
  const outcome = await delivery.then(
    () => 'delivered',
    (error: unknown) => error,
  );
  if (outcome instanceof MailRefused) return outcome;
  throw new Error(`expected a refusal, got ${String(outcome)}`);
}

function headersOf(source = ''): Map<string, string> {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return new Map(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}
