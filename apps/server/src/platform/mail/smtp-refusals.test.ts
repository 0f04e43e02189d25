import { text as readText } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import {
  answer,
  mail,
  refusalOf,
  startLine,
  startSilentLine,
  transportTo,
} from '../../../test/smtp-line.ts';

test('a 5xx answer to the recipient is a permanent refusal', async () => {
  const standIn = await startLine({
    onRcptTo: (_address, _session, done) => done(answer(550, '5.1.1 no such mailbox')),
  });
  const refusal = await refusalOf(transportTo(standIn.url).deliver(mail));

  expect(refusal.permanent).toBe(true);
  expect(refusal.response).toMatch(/^550 5\.1\.1 no such mailbox/);
  expect(standIn.received).toEqual([]);
});

test('a 5xx answer to the message is a permanent refusal', async () => {
  const standIn = await startLine({
    onData: (stream, _session, done) => {
      readText(stream).then(() => done(answer(554, '5.7.1 rejected as spam')));
    },
  });
  const refusal = await refusalOf(transportTo(standIn.url).deliver(mail));

  expect(refusal.permanent).toBe(true);
  expect(refusal.response).toMatch(/^554 /);
});

test('a 4xx answer is temporary, to the recipient as to the message', async () => {
  const greylisting = await startLine({
    onRcptTo: (_address, _session, done) => done(answer(451, '4.7.1 try again later')),
  });
  const full = await startLine({
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

test('a refused sender or login is temporary, because the operator can fix it', async () => {
  const sender = await startLine({
    onMailFrom: (_address, _session, done) => done(answer(550, '5.7.1 sender not allowed')),
  });
  const login = await startLine({
    disabledCommands: ['STARTTLS'],
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(answer(535, '5.7.8 wrong password')),
  });

  for (const url of [sender.url, login.url.replace('//', '//user:wrong@')]) {
    expect((await refusalOf(transportTo(url).deliver(mail))).permanent).toBe(false);
  }
});

test('a server that dies after the message is temporary, and the message was sent once', async () => {
  let messages = 0;
  const standIn = await startLine({
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

test('a server that never greets is given up, temporarily', async () => {
  const url = await startSilentLine();
  const refusal = await refusalOf(transportTo(url, { greeting: 50 }).deliver(mail));

  expect(refusal).toMatchObject({ permanent: false, isUnanswered: true, isInterrupted: false });
  expect(refusal.response).toContain('ETIMEDOUT');
});

test('a server that hangs up on every line at once is an interruption, after two lines', async () => {
  let lines = 0;
  const url = await startSilentLine((line) => {
    lines += 1;
    line.destroy();
  });
  const refusal = await refusalOf(transportTo(url).deliver(mail));

  expect(refusal).toMatchObject({ permanent: false, isUnanswered: false, isInterrupted: true });
  expect(lines).toBe(2);
});

test('a server that falls silent in the middle is given up, temporarily', async () => {
  const standIn = await startLine({ onRcptTo: () => {} });
  const refusal = await refusalOf(transportTo(standIn.url, { socket: 50 }).deliver(mail));

  expect(refusal).toMatchObject({ permanent: false, isInterrupted: true, isUnanswered: false });
  expect(refusal.response).toContain('ETIMEDOUT');
});

test('an unreachable server is temporary', async () => {
  const standIn = await startLine();
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
])('of %d %s it says whether the address is unknown: %s', async (code, text, isUnknown) => {
  const standIn = await startLine({
    onRcptTo: (_address, _session, done) => done(answer(code, text)),
  });
  const refusal = await refusalOf(transportTo(standIn.url).deliver(mail));
  expect(refusal).toMatchObject({ permanent: true, isAddressUnknown: isUnknown });
});
