import { text as readText } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import {
  mail,
  refusalOf,
  smtpError,
  startSmtpServer,
  transportTo,
} from '../../../test/smtp-server.ts';

test('sends reports to the return address and keeps the sender', async () => {
  const { url, senders, notify, received } = await startRecording();
  await transportTo(url).deliver({ ...mail, return_path: 'b-token@bounces.zavet.example' });
  expect(senders).toEqual([{ address: 'b-token@bounces.zavet.example', ret: 'HDRS' }]);
  expect(notify).toEqual(['FAILURE,DELAY']);
  expect(received[0]?.recipients).toEqual(['anna@example.org']);
  expect(received[0]?.source).toMatch(/^From: .*<post@zavet\.example>/m);
  expect(received[0]?.source).not.toContain('b-token');
});

test('sends reports to the sender without a return address', async () => {
  const { url, senders } = await startRecording();
  await transportTo(url).deliver(mail);
  expect(senders).toEqual([{ address: 'post@zavet.example', ret: false }]);
});

test('keeps the return address with a non-ASCII recipient', async () => {
  const { url, senders, received } = await startRecording();
  const return_path = 'b-token@bounces.zavet.example';
  await transportTo(url).deliver({ ...mail, to: 'анна@example.org', return_path });
  expect(senders.map(({ address }) => address)).toContain(return_path);
  expect(received[0]?.recipients).toEqual(['анна@example.org']);
});

test('sends text and HTML with Message-ID, language and automatic-mail headers', async () => {
  const standIn = await startSmtpServer();
  const receipt = await transportTo(standIn.url).deliver({
    ...mail,
    reply_to: 'help@zavet.example',
  });

  expect(receipt.response).toMatch(/^250 /);
  const [received] = standIn.received;
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

test('sets List-Unsubscribe without one-click', async () => {
  const standIn = await startSmtpServer();
  const unsubscribe_url = `https://zavet.example/reconfirmation#token=${'Zk3mS0Yq-vT7_R9b'.repeat(8)}`;
  await transportTo(standIn.url).deliver({ ...mail, unsubscribe_url });
  await transportTo(standIn.url).deliver(mail);

  const [recurring, other] = standIn.received.map(({ source }) => headersOf(source));
  expect(recurring?.get('list-unsubscribe')?.replace(/\s/g, '')).toBe(`<${unsubscribe_url}>`);
  expect(recurring?.has('list-unsubscribe-post')).toBe(false);
  expect(other?.has('list-unsubscribe')).toBe(false);
});

test('reuses the connection', async () => {
  const standIn = await startSmtpServer();
  const transport = transportTo(standIn.url);
  await transport.deliver(mail);
  await transport.deliver({ ...mail, message_id: 'mail-2@zavet.example' });

  expect(standIn.received).toHaveLength(2);
  expect(standIn.connections).toBe(1);
});

test('sends after a refusal', async () => {
  const standIn = await startSmtpServer({
    onRcptTo: (address, _session, done) =>
      address.address.startsWith('gone') ? done(smtpError(550, '5.1.1 gone')) : done(),
  });
  const transport = transportTo(standIn.url);
  await refusalOf(transport.deliver({ ...mail, to: 'gone@example.org' }));
  await transport.deliver(mail);

  expect(standIn.received).toHaveLength(1);
});

test('prevents header injection by the subject', async () => {
  const standIn = await startSmtpServer();
  await transportTo(standIn.url).deliver({
    ...mail,
    subject: 'Hello\r\nBcc: thief@example.com\r\n\r\n<b>body</b>\u2028x\u0000',
  });

  const [received] = standIn.received;
  expect(received?.recipients).toEqual(['anna@example.org']);
  const headers = headersOf(received?.source);
  expect(headers.has('bcc')).toBe(false);
  expect(headers.get('subject')).toBe('Hello Bcc: thief@example.com <b>body</b> x');
});

test('prevents a second recipient in the address', async () => {
  const standIn = await startSmtpServer();
  const to = 'anna@example.org>\r\nRCPT TO:<thief@example.com';

  expect((await refusalOf(transportTo(standIn.url).deliver({ ...mail, to }))).permanent).toBe(true);
  expect(standIn.connections).toBe(0);
});

test('does not send a password to another host without TLS', async () => {
  const logins: unknown[] = [];
  const standIn = await startSmtpServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => {
      logins.push(username);
      done(null, { user: username });
    },
  });
  const localUrl = standIn.url.replace('//', '//user:secret@');
  // Also this machine, but not recognised as local.
  const remoteUrl = localUrl.replace('127.0.0.1', '0.0.0.0');

  const refusal = await refusalOf(transportTo(remoteUrl).deliver(mail));
  expect(refusal.permanent).toBe(false);
  expect(logins).toEqual([]);
  await transportTo(localUrl).deliver(mail);
  await transportTo(`${remoteUrl}?requireTLS=false`).deliver(mail);
  expect(logins).toEqual(['user', 'user']);
});

test('waits for running mails on close and accepts no new ones', async () => {
  const accept = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  const standIn = await startSmtpServer({
    onData: (stream, _session, done) => {
      readText(stream).then(async () => {
        arrived.resolve();
        await accept.promise;
        done(null, 'queued');
      });
    },
  });
  const transport = transportTo(standIn.url);
  const delivery = transport.deliver(mail);
  await arrived.promise;
  const closing = transport.close();
  accept.resolve();
  await closing;

  expect((await delivery).response).toContain('queued');
  expect((await refusalOf(transport.deliver(mail))).permanent).toBe(false);
});

function headersOf(source = ''): Map<string, string> {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return new Map(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

test('sends non-ASCII addresses with SMTPUTF8', async () => {
  const standIn = await startSmtpServer();
  await transportTo(standIn.url).deliver({ ...mail, to: 'анна@почта.рф' });
  const [received] = standIn.received;
  expect(received?.recipients).toEqual(['анна@почта.рф']);
  expect(received?.isUtf8).toBe(true);
});

test('refuses non-ASCII addresses if the server lacks SMTPUTF8', async () => {
  const standIn = await startSmtpServer({ hideSMTPUTF8: true });
  const refusal = await refusalOf(
    transportTo(standIn.url).deliver({ ...mail, to: 'анна@почта.рф' }),
  );
  expect(refusal.permanent).toBe(true);
  expect(refusal.response).toMatch(/^553 5\.6\.7 .*SMTPUTF8/);
  expect(standIn.received).toEqual([]);

  await transportTo(standIn.url).deliver({ ...mail, to: 'anna@почта.рф' });
  const [received] = standIn.received;
  expect(received?.isUtf8).toBe(false);
  expect(received?.source).toMatch(/^To: anna@xn--80a1acny\.xn--p1ai$/m);
});

test('sets a non-ASCII reply address only with SMTPUTF8', async () => {
  const standIn = await startSmtpServer();
  const transport = transportTo(standIn.url);
  const reply_to = 'анна@почта.рф';
  await transport.deliver({ ...mail, reply_to });
  await transport.deliver({ ...mail, reply_to, to: 'пётр@почта.рф' });
  await transport.deliver({ ...mail, reply_to: 'anna@почта.рф' });

  const replyTo = standIn.received.map(({ source }) => headersOf(source).get('reply-to'));
  expect(replyTo).toEqual([undefined, reply_to, 'anna@xn--80a1acny.xn--p1ai']);
});

/** A mail server that records envelope senders and requested reports. */
async function startRecording() {
  const senders: { address: string; ret: unknown }[] = [];
  const notify: unknown[] = [];
  const standIn = await startSmtpServer({
    hideDSN: false,
    onMailFrom: ({ address, args }, session, done) => {
      senders.push({ address, ret: args && 'RET' in args && args.RET });
      void session;
      done();
    },
    onRcptTo: ({ args }, _session, done) => {
      notify.push(args && 'NOTIFY' in args && args.NOTIFY);
      done();
    },
  });
  return { ...standIn, senders, notify };
}
