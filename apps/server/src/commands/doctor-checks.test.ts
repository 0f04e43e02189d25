import { makeCertificate } from '@zavet/imap-stand-in/certificate';
import { expect, test } from 'vitest';
import { answer, startLine } from '../../test/smtp-line.ts';
import { readConfiguration } from '../config/configuration.ts';
import { lookAtMail } from './doctor-checks.ts';

const configured = (SMTP_URL: string) =>
  readConfiguration({ SMTP_URL, MAIL_FROM: 'Zavet <mail@example.org>' });

test('a mail server that answers is fine, and is sent nothing', async () => {
  const { url, received } = await startLine();
  expect(await lookAtMail({ configuration: configured(url), to: undefined })).toMatchObject([
    { state: 'ok', says: expect.stringContaining('npm run mail-check') },
  ]);
  expect(received).toEqual([]);
});

test('a test is sent to the address that is given', async () => {
  const { url, received } = await startLine();
  const found = await lookAtMail({ configuration: configured(url), to: 'anna@example.org' });
  expect(found.map(({ state }) => state)).toEqual(['ok', 'ok']);
  expect(received.map(({ recipients }) => recipients)).toEqual([['anna@example.org']]);
});

test('a test that is not taken is wrong, and the address is not repeated', async () => {
  const { url } = await startLine({
    onRcptTo: ({ address }, _session, done) => done(answer(550, `5.1.1 no ${address} here`)),
  });
  const found = await lookAtMail({ configuration: configured(url), to: 'anna@example.org' });
  expect(found.at(-1)).toMatchObject({ state: 'wrong', says: expect.stringContaining('550') });
  expect(JSON.stringify(found)).not.toContain('anna@example.org');
});

test('a mail server that refuses the password is wrong, and the password is not repeated', async () => {
  const { url } = await startLine({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(answer(535, '5.7.8 no')),
  });
  const found = await lookAtMail({
    configuration: configured(url.replace('//', '//post:secret-word@')),
    to: undefined,
  });
  expect(found).toMatchObject([{ state: 'wrong', says: expect.stringContaining('535') }]);
  expect(JSON.stringify(found)).not.toContain('secret-word');
});

test('a mail server that signed its certificate itself is wrong', async () => {
  const { url } = await startLine({ secure: true, ...makeCertificate() });
  const found = await lookAtMail({
    configuration: configured(url.replace('smtp:', 'smtps:')),
    to: undefined,
  });
  expect(found).toMatchObject([{ state: 'wrong', says: expect.stringMatching(/certificate/) }]);
});

test('a mail server that is away is wrong', async () => {
  expect(
    await lookAtMail({ configuration: configured('smtp://127.0.0.1:9'), to: undefined }),
  ).toMatchObject([{ state: 'wrong', todo: expect.stringContaining('SMTP_URL') }]);
});

test('an implausible sender is worth a warning, captured mail is not', async () => {
  const { url } = await startLine();
  const found = await lookAtMail({
    configuration: readConfiguration({ SMTP_URL: url }),
    to: undefined,
  });
  expect(found.at(-1)).toMatchObject({
    state: 'warning',
    todo: expect.stringContaining('MAIL_FROM'),
  });
  expect(await lookAtMail({ configuration: readConfiguration({}), to: undefined })).toMatchObject([
    { state: 'ok' },
  ]);
});
