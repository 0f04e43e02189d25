import { makeCertificate } from '@zavet/imap-stand-in/certificate';
import { expect, test } from 'vitest';
import { answer, startLine } from '../../test/smtp-line.ts';
import { readConfiguration } from '../config/configuration.ts';
import { checkMailDelivery } from './doctor-checks.ts';

const configured = (SMTP_URL: string) =>
  readConfiguration({ SMTP_URL, MAIL_FROM: 'Zavet <mail@example.org>' });

test('accepts a reachable mail server without sending mail', async () => {
  const { url, received } = await startLine();
  expect(await checkMailDelivery({ configuration: configured(url), to: undefined })).toMatchObject([
    { state: 'ok', says: expect.stringContaining('npm run mail-check') },
  ]);
  expect(received).toEqual([]);
});

test('sends a test mail to the given address', async () => {
  const { url, received } = await startLine();
  const found = await checkMailDelivery({ configuration: configured(url), to: 'anna@example.org' });
  expect(found.map(({ state }) => state)).toEqual(['ok', 'ok']);
  expect(received.map(({ recipients }) => recipients)).toEqual([['anna@example.org']]);
});

test('reports a refused test mail without the address', async () => {
  const { url } = await startLine({
    onRcptTo: ({ address }, _session, done) => done(answer(550, `5.1.1 no ${address} here`)),
  });
  const found = await checkMailDelivery({ configuration: configured(url), to: 'anna@example.org' });
  expect(found.at(-1)).toMatchObject({ state: 'wrong', says: expect.stringContaining('550') });
  expect(JSON.stringify(found)).not.toContain('anna@example.org');
});

test('reports a refused password without repeating it', async () => {
  const { url } = await startLine({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(answer(535, '5.7.8 no')),
  });
  const found = await checkMailDelivery({
    configuration: configured(url.replace('//', '//post:secret-word@')),
    to: undefined,
  });
  expect(found).toMatchObject([{ state: 'wrong', says: expect.stringContaining('535') }]);
  expect(JSON.stringify(found)).not.toContain('secret-word');
});

test('reports a self-signed certificate', async () => {
  const { url } = await startLine({ secure: true, ...makeCertificate() });
  const found = await checkMailDelivery({
    configuration: configured(url.replace('smtp:', 'smtps:')),
    to: undefined,
  });
  expect(found).toMatchObject([{ state: 'wrong', says: expect.stringMatching(/certificate/) }]);
});

test('reports an unreachable mail server', async () => {
  expect(
    await checkMailDelivery({ configuration: configured('smtp://127.0.0.1:9'), to: undefined }),
  ).toMatchObject([{ state: 'wrong', todo: expect.stringContaining('SMTP_URL') }]);
});

test('warns of an implausible sender, not of captured mail', async () => {
  const { url } = await startLine();
  const found = await checkMailDelivery({
    configuration: readConfiguration({ SMTP_URL: url }),
    to: undefined,
  });
  expect(found.at(-1)).toMatchObject({
    state: 'warning',
    todo: expect.stringContaining('MAIL_FROM'),
  });
  expect(
    await checkMailDelivery({ configuration: readConfiguration({}), to: undefined }),
  ).toMatchObject([{ state: 'ok' }]);
});
