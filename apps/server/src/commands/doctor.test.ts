import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '@zavet/imap-stand-in/certificate';
import { afterAll, expect, test } from 'vitest';
import { smtpError, startSmtpServer } from '../../test/smtp-server.ts';
import { readConfiguration } from '../config/configuration.ts';
import { checkEnvironment, checkMailDelivery, parseArguments } from './doctor.ts';

const folder = mkdtempSync(join(tmpdir(), 'zavet-doctor-'));
afterAll(() => rmSync(folder, { recursive: true }));
const keyFile = join(folder, 'master.key');
writeFileSync(keyFile, Buffer.alloc(32, 7).toString('base64'), { mode: 0o600 });

const configured = (SMTP_URL: string) =>
  readConfiguration({ SMTP_URL, MAIL_FROM: 'Zavet <mail@example.org>' });

test('accepts a reachable mail server without sending mail', async () => {
  const { url, received } = await startSmtpServer();
  expect(await checkMailDelivery({ configuration: configured(url), to: undefined })).toMatchObject([
    { state: 'ok', says: expect.stringContaining('zavet mail-check') },
  ]);
  expect(received).toEqual([]);
});

test('sends a test mail to the given address', async () => {
  const { url, received } = await startSmtpServer();
  const found = await checkMailDelivery({ configuration: configured(url), to: 'anna@example.org' });
  expect(found.map(({ state }) => state)).toEqual(['ok', 'ok']);
  expect(received.map(({ recipients }) => recipients)).toEqual([['anna@example.org']]);
});

test('reports a refused test mail without the address', async () => {
  const { url } = await startSmtpServer({
    onRcptTo: ({ address }, _session, done) => done(smtpError(550, `5.1.1 no ${address} here`)),
  });
  const found = await checkMailDelivery({ configuration: configured(url), to: 'anna@example.org' });
  expect(found.at(-1)).toMatchObject({ state: 'wrong', says: expect.stringContaining('550') });
  expect(JSON.stringify(found)).not.toContain('anna@example.org');
});

test('reports a refused password without repeating it', async () => {
  const { url } = await startSmtpServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(smtpError(535, '5.7.8 no')),
  });
  const found = await checkMailDelivery({
    configuration: configured(url.replace('//', '//post:secret-word@')),
    to: undefined,
  });
  expect(found).toMatchObject([{ state: 'wrong', says: expect.stringContaining('535') }]);
  expect(JSON.stringify(found)).not.toContain('secret-word');
});

test('reports a self-signed certificate', async () => {
  const { url } = await startSmtpServer({ secure: true, ...makeCertificate() });
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

test('warns of a sender at localhost, but not of captured mail', async () => {
  const { url } = await startSmtpServer();
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

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://zavet.example',
  MASTER_KEY_FILE: keyFile,
  SMTP_URL: 'smtps://mail.example.org',
  SUPPORT_EMAIL: 'support@example.org',
  OPERATOR: 'Zavet Ltd',
};

test('accepts a valid configuration', () => {
  expect(checkEnvironment(production)).toMatchObject({
    configuration: { isProduction: true },
    findings: [{ state: 'ok' }],
  });
});

test('refuses the examples of the settings file of a package', () => {
  const shipped = readFileSync(new URL('../../../../packaging/zavet.env', import.meta.url), 'utf8');
  const examples = Object.fromEntries(
    [...shipped.matchAll(/^([A-Z_]+)="?([^"\n]*)"?$/gm)].map(([, name = '', value]) => [
      name,
      value,
    ]),
  );
  const { findings } = checkEnvironment({ ...examples, MASTER_KEY_FILE: keyFile });
  expect(
    findings.filter(({ state }) => state === 'wrong').map(({ says }) => says.split(' ')[0]),
  ).toEqual([
    ...['PUBLIC_URL', 'DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL', 'OPERATOR'],
  ]);
});

test('reports all errors without secrets', () => {
  const { configuration, findings } = checkEnvironment({
    ...production,
    PORT: 'many',
    SMTP_URL: 'smtp://post:secret-word%@mail.example.org',
    AI_BASE_URL: 'https://models.example.org/v1',
    DATABSE_URL: 'postgres://zavet:secret-word@db/zavet',
  });
  expect(configuration).toBeUndefined();
  expect(findings.map(({ state, says }) => `${state} ${says.split(' ')[0]}`)).toEqual([
    'wrong PORT',
    'wrong SMTP_URL',
    'wrong AI_MODEL',
    'warning DATABSE_URL',
  ]);
  expect(findings.at(-1)?.todo).toContain('DATABASE_URL');
  expect(JSON.stringify(findings)).not.toContain('secret-word');
});

test.each([
  [{ NODE_ENV: 'development' }, 'NODE_ENV'],
  [{ OPERATOR: '' }, 'OPERATOR'],
  [{ YOOKASSA_SECRET_KEY: 'x' }, 'YOOKASSA_SECRET_KEY'],
  [{ AI_API_KEY: 'x' }, 'AI_API_KEY'],
])('warns for %j about %s', (other, name) => {
  const { findings } = checkEnvironment({ ...production, ...other });
  expect(findings.filter(({ state }) => state === 'warning')).toMatchObject([
    { says: expect.stringMatching(new RegExp(`^${name} is `)) },
  ]);
});

test('accepts only --json and one address', () => {
  expect(parseArguments([])).toEqual({ isJson: false, to: undefined });
  expect(parseArguments(['--json', 'anna@example.org'])).toEqual({
    isJson: true,
    to: 'anna@example.org',
  });
  for (const args of [['anna'], ['--loud'], ['a@example.org', 'b@example.org']]) {
    expect(() => parseArguments(args)).toThrow(/^Use zavet doctor/);
  }
});
