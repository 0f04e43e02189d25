import { text as readText } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import {
  mail,
  refusalOf,
  smtpError,
  startSilentServer,
  startSmtpServer,
  transportTo,
} from '../../../test/smtp-server.ts';

test('refuses permanently after a 5xx reply to the recipient', async () => {
  const standIn = await startSmtpServer({
    onRcptTo: (_address, _session, done) => done(smtpError(550, '5.1.1 no such mailbox')),
  });
  const refusal = await refusalOf(transportTo(standIn.url).deliver(mail));

  expect(refusal.permanent).toBe(true);
  expect(refusal.response).toMatch(/^550 5\.1\.1 no such mailbox/);
  expect(standIn.received).toEqual([]);
});

test('refuses permanently after a 5xx reply to the message', async () => {
  const standIn = await startSmtpServer({
    onData: (stream, _session, done) => {
      readText(stream).then(() => done(smtpError(554, '5.7.1 rejected as spam')));
    },
  });
  const refusal = await refusalOf(transportTo(standIn.url).deliver(mail));

  expect(refusal.permanent).toBe(true);
  expect(refusal.response).toMatch(/^554 /);
});

test('refuses temporarily after a 4xx reply to recipient or message', async () => {
  const greylisting = await startSmtpServer({
    onRcptTo: (_address, _session, done) => done(smtpError(451, '4.7.1 try again later')),
  });
  const full = await startSmtpServer({
    onData: (stream, _session, done) => {
      readText(stream).then(() => done(smtpError(452, '4.2.2 mailbox full')));
    },
  });

  for (const { url } of [greylisting, full]) {
    const refusal = await refusalOf(transportTo(url).deliver(mail));
    expect(refusal.permanent).toBe(false);
    expect(refusal.response).toMatch(/^45[12] 4\.[72]\.[12] /);
  }
});

test('refuses temporarily if sender or login are refused', async () => {
  const sender = await startSmtpServer({
    onMailFrom: (_address, _session, done) => done(smtpError(550, '5.7.1 sender not allowed')),
  });
  const login = await startSmtpServer({
    disabledCommands: ['STARTTLS'],
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(smtpError(535, '5.7.8 wrong password')),
  });

  for (const url of [sender.url, login.url.replace('//', '//user:wrong@')]) {
    expect((await refusalOf(transportTo(url).deliver(mail))).permanent).toBe(false);
  }
});

test('refuses temporarily if the server closes the connection after the message, and sends it once', async () => {
  let messages = 0;
  const standIn = await startSmtpServer({
    onData: (stream) => {
      readText(stream).then(() => {
        messages += 1;
        for (const connection of standIn.server.connections) connection.close();
      });
    },
  });
  const refusal = await refusalOf(transportTo(standIn.url).deliver(mail));

  expect(refusal).toMatchObject({ permanent: false, isInterrupted: true, isUnanswered: false });
  expect(messages).toBe(1);
});

test('refuses temporarily if the server never greets', async () => {
  const url = await startSilentServer();
  const refusal = await refusalOf(transportTo(url, { greeting: 50 }).deliver(mail));

  expect(refusal).toMatchObject({ permanent: false, isUnanswered: true, isInterrupted: false });
  expect(refusal.response).toContain('ETIMEDOUT');
});

test('reports an interruption if the server closes two connections before greeting', async () => {
  let connections = 0;
  const url = await startSilentServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const refusal = await refusalOf(transportTo(url).deliver(mail));

  expect(refusal).toMatchObject({ permanent: false, isUnanswered: false, isInterrupted: true });
  expect(connections).toBe(2);
});

test('refuses temporarily if the server stops replying', async () => {
  const standIn = await startSmtpServer({ onRcptTo: () => {} });
  const refusal = await refusalOf(transportTo(standIn.url, { socket: 50 }).deliver(mail));

  expect(refusal).toMatchObject({ permanent: false, isInterrupted: true, isUnanswered: false });
  expect(refusal.response).toContain('ETIMEDOUT');
});

test('refuses temporarily if the server is unreachable', async () => {
  const standIn = await startSmtpServer();
  await standIn.stop();

  const refusal = await refusalOf(transportTo(standIn.url).deliver(mail));
  expect(refusal).toMatchObject({ permanent: false, isUnanswered: true, isInterrupted: false });
});

test.each([
  [550, '5.1.1 no such mailbox', true],
  [550, 'user unknown', true],
  [550, '5.7.1 relaying denied', false],
  [550, 'relay not permitted', false],
  [552, '5.2.2 mailbox full', false],
  [554, 'rejected', false],
])('recognises unknown addresses: %d %s, %s', async (code, text, isUnknown) => {
  const standIn = await startSmtpServer({
    onRcptTo: (_address, _session, done) => done(smtpError(code, text)),
  });
  const refusal = await refusalOf(transportTo(standIn.url).deliver(mail));
  expect(refusal).toMatchObject({ permanent: true, isAddressUnknown: isUnknown });
});
