import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '@zavet/imap-stand-in/certificate';
import { afterAll, describe, expect, it } from 'vitest';
import { invalidValues } from '../../test/invalid-values.ts';
import { ConfigurationInvalid } from '../platform/process.ts';
import { readConfiguration, type VariableName, variableNames } from './configuration.ts';

const folder = mkdtempSync(join(tmpdir(), 'zavet-configuration-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const key = Buffer.alloc(32, 7).toString('base64');
const { cert, key: certKey } = makeCertificate();
const dkimKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

/** Values that are valid individually and in combination. */
const validValues: Record<VariableName, string> = {
  NODE_ENV: 'production',
  PORT: '3000',
  HOST: '::',
  PUBLIC_URL: 'https://zavet.example/',
  DATA_DIR: join(folder, 'not', 'there', 'yet'),
  DATABASE_URL: 'postgres://zavet:pass%20word@db.example.org:5432/zavet?sslmode=require',
  DATABASE_DIRECT_URL: 'postgres://zavet:pass%20word@db.example.org:5432/zavet',
  MASTER_KEY_FILE: fileWith('master.key', `1:${key}\n2:${key}\n`),
  SMTP_URL: 'smtps://post%40example.org:pass%2Fword@mail.example.org:465',
  MAIL_FROM: '"Zavet, Ltd. <we>" <mail@example.org>',
  DKIM_SELECTOR: 'zavet2026',
  DKIM_PRIVATE_KEY_FILE: fileWith('dkim.pem', dkimKey),
  SUPPORT_EMAIL: 'support@example.org',
  OPERATOR: 'ООО «Завет», ОГРН 1234567890123',
  TRUSTED_PROXIES: '127.0.0.1, ::1, 10.0.0.0/8',
  RUN_JOBS: 'false',
  ACTIVATION_MODE: 'verified',
  MAX_TRUSTED_CONTACTS: '0',
  LOG_LEVEL: 'info',
  PAYMENTS: 'yookassa',
  YOOKASSA_SHOP_ID: '100500',
  YOOKASSA_SECRET_KEY: 'live_secret',
  YOOKASSA_API_URL: 'https://api.yookassa.ru/v3',
  YOOKASSA_VAT_CODE: '12',
  AI_BASE_URL: 'https://models.example.org/v1',
  AI_API_KEY: 'key',
  AI_MODEL: 'small',
  S3_ENDPOINT: 'https://storage.example.org/storage/v1/s3',
  S3_REGION: 'ru-1',
  S3_BUCKET: 'zavet-files',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'sec/ret+',
  MAILBOX_ALLOWED_HOSTS: 'mail.office.lan:993,10.0.0.5:143',
  BOUNCE_DOMAIN: 'bounces.example.org',
  BOUNCE_IMAP_URL: 'imaps://bounces%40example.org:se%2Fcret@imap.example.org/INBOX',
  BOUNCE_PORT: '0.0.0.0:2525',
  BOUNCE_TLS_FILE: fileWith('bounces.pem', `${cert}${certKey}`),
  METRICS_PORT: '[::]:9464',
  METRICS_TOKEN: 'a-token-of-some-length',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example.org:4318/otlp',
};

function refusalOf(environment: Record<string, string>): ConfigurationInvalid {
  try {
    readConfiguration(environment);
  } catch (error) {
    if (error instanceof ConfigurationInvalid) return error;
    throw error;
  }
  throw new Error('The values were expected to be refused.');
}

const refused = Object.entries(invalidValues).flatMap(([name, values]) =>
  values.map((value) => [name, value] as const),
);

describe('a value', () => {
  it.each(refused)('of %s is refused if it is %j', (name, value) => {
    const { message, problems } = refusalOf({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name} must be [^\\n]+[^.]\\.$`));
    expect(message).not.toMatch(/secret.word/);
    expect(problems[0]).toBe(message);
  });

  it('of every variable is accepted if valid', () => {
    expect(Object.keys(validValues)).toEqual(expect.arrayContaining(variableNames));
    expect(readConfiguration(validValues)).toMatchObject({
      isProduction: true,
      bounces: { listener: { host: '0.0.0.0', port: 2525 } },
      monitoring: { listener: { host: '::', port: 9464 } },
    });
  });

  it('is trimmed', () => {
    expect(readConfiguration({ PORT: ' 3001\r', PUBLIC_URL: '\thttps://zavet.example/ ' })).toEqual(
      readConfiguration({ PORT: '3001', PUBLIC_URL: 'https://zavet.example' }),
    );
    expect(readConfiguration({ PORT: '  ' }).port).toBe(3000);
  });
});

describe('errors', () => {
  it('are collected, values before contradictions', () => {
    const { message, problems } = refusalOf({
      NODE_ENV: 'production',
      PORT: 'many',
      DATABASE_URL: 'mysql://localhost/zavet',
      S3_BUCKET: 'files',
      AI_BASE_URL: 'https://models.example.org/v1',
      BOUNCE_PORT: '25',
    });
    expect(message).toBe(problems[0]);
    expect(problems.map((problem) => problem.split(' must ')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'SMTP_URL',
      'SUPPORT_EMAIL',
      'PUBLIC_URL',
      'MASTER_KEY_FILE',
      'AI_MODEL',
      'S3_ENDPOINT',
      'BOUNCE_DOMAIN',
    ]);
  });

  it('are reported once', () => {
    expect(refusalOf({ SMTP_URL: 'nothing', HOST: '0.0.0.0' }).problems).toHaveLength(1);
  });
});

describe('ports of one process', () => {
  it('must differ unless random or in another process', () => {
    const bounces = { BOUNCE_DOMAIN: 'b.example.org', BOUNCE_PORT: '2525', PORT: '2525' };
    expect(refusalOf(bounces).message).toMatch(/^BOUNCE_PORT must be another port than PORT/);
    const { BOUNCE_DOMAIN } = bounces;
    expect(refusalOf({ BOUNCE_DOMAIN, BOUNCE_PORT: '3000' }).problems).toHaveLength(1);
    expect(readConfiguration({ BOUNCE_DOMAIN, BOUNCE_PORT: '0', PORT: '0' }).port).toBe(0);
    const { DATABASE_URL } = validValues;
    const elsewhere = readConfiguration({ ...bounces, DATABASE_URL, RUN_JOBS: 'false' });
    expect(elsewhere.bounces?.listener?.port).toBe(2525);
  });
});

describe('the key of a certificate', () => {
  it('must match it', () => {
    const { BOUNCE_DOMAIN, BOUNCE_PORT } = validValues;
    const BOUNCE_TLS_FILE = fileWith('other.pem', `${cert}${makeCertificate().key}`);
    const { message } = refusalOf({ BOUNCE_DOMAIN, BOUNCE_PORT, BOUNCE_TLS_FILE });
    expect(message).toMatch(/^BOUNCE_TLS_FILE must be/);
  });
});

describe('.env.example', () => {
  it('lists exactly all variables', () => {
    const text = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');
    const listed = [...text.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual([...variableNames].sort());
  });
});
