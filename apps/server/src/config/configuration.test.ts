import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfiguration } from './configuration.ts';

const folder = mkdtempSync(join(tmpdir(), 'zavet-configuration-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const keyFile = fileWith('master.key', Buffer.alloc(32, 7).toString('base64'));
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://zavet.example',
  MASTER_KEY_FILE: keyFile,
  SMTP_URL: 'smtps://mail.example.org',
  SUPPORT_EMAIL: 'support@example.org',
};
const yookassa = {
  PAYMENTS: 'yookassa',
  YOOKASSA_SHOP_ID: '100500',
  YOOKASSA_SECRET_KEY: 'secret',
};
const s3 = {
  S3_ENDPOINT: 'https://s3.example.org',
  S3_BUCKET: 'zavet',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

function pemOf(type: 'rsa' | 'ed25519', modulusLength = 2048): string {
  const { privateKey } =
    type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength }) : generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

describe('the configuration', () => {
  it('has defaults outside of production', () => {
    expect(readConfiguration({})).toMatchObject({
      isProduction: false,
      port: 3000,
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      masterKey: { generatedFor: expect.any(String) },
      maxTrustedContacts: 3,
      payments: { kind: 'mock' },
      runsJobs: true,
    });
  });

  it('treats an empty value as unset', () => {
    expect(readConfiguration({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000 });
  });

  it.each([
    ['of another kind', pemOf('ed25519')],
    ['that is too short', pemOf('rsa', 512)],
  ])('refuses a DKIM key %s', (_, pem) => {
    const DKIM_PRIVATE_KEY_FILE = fileWith('wrong.pem', pem);
    expect(() => readConfiguration({ DKIM_PRIVATE_KEY_FILE })).toThrow(
      /^DKIM_PRIVATE_KEY_FILE must be/,
    );
  });

  it('accepts a complete production setup', () => {
    expect(readConfiguration(production)).toMatchObject({
      isProduction: true,
      payments: undefined,
      masterKey: { path: keyFile, mustBePrivate: true },
    });
  });

  it('signs mails of the sender domain with a DKIM selector and key', () => {
    const pem = pemOf('rsa');
    const dkim = {
      DKIM_SELECTOR: 'post',
      DKIM_PRIVATE_KEY_FILE: fileWith('dkim.pem', pem),
      MAIL_FROM: 'Zavet <mail@Example.org>',
    };
    expect(readConfiguration({}).dkim).toBeUndefined();
    const { dkim: read } = readConfiguration(dkim);
    expect(read).toMatchObject({ domain: 'example.org', selector: 'post' });
    expect(read?.key.export({ type: 'pkcs8', format: 'pem' })).toBe(pem);
    for (const name of ['DKIM_SELECTOR', 'DKIM_PRIVATE_KEY_FILE']) {
      expect(() => readConfiguration({ ...dkim, [name]: '' })).toThrow(/must be set together\.$/);
    }
    expect(() => readConfiguration({ ...dkim, MAIL_FROM: '' })).toThrow(/^MAIL_FROM must be set/);
  });

  it('requires a model for the assistant, and https in production', () => {
    const model = { AI_BASE_URL: 'http://models.example.org/v1', AI_MODEL: 'small' };
    expect(readConfiguration(model).assistant).toEqual({
      baseUrl: model.AI_BASE_URL,
      model: 'small',
      apiKey: undefined,
    });
    expect(() => readConfiguration({ ...model, AI_MODEL: '' })).toThrow(
      'AI_MODEL must be set when AI_BASE_URL is set.',
    );
    expect(() => readConfiguration({ ...production, ...model })).toThrow(
      /AI_BASE_URL must be an https/,
    );
    const own = { ...production, ...model, AI_BASE_URL: 'http://localhost:11434/v1' };
    expect(readConfiguration(own).assistant?.model).toBe('small');
  });

  it.each(['PUBLIC_URL', 'MASTER_KEY_FILE', 'SMTP_URL', 'SUPPORT_EMAIL'])(
    'requires %s in production',
    (name) => {
      expect(() => readConfiguration({ ...production, [name]: '' })).toThrow(
        new RegExp(`^${name} .*must be set when NODE_ENV is production`),
      );
    },
  );

  it('drains a stopping server in production only', () => {
    expect(readConfiguration({}).drainSeconds).toBe(0);
    expect(readConfiguration(production).drainSeconds).toBe(3);
  });

  it('requires a private mode of the key file in production', () => {
    expect(readConfiguration({ MASTER_KEY_FILE: keyFile }).masterKey).toEqual({
      path: keyFile,
      mustBePrivate: false,
    });
  });

  it('requires DATABASE_URL for separate workers', () => {
    expect(() => readConfiguration({ RUN_JOBS: 'false' })).toThrow(/^RUN_JOBS must not be false/);
  });

  it('listens on loopback with captured mail or mock payments', () => {
    const { SMTP_URL } = production;
    expect(readConfiguration({}).host).toBe('127.0.0.1');
    expect(readConfiguration({ SMTP_URL }).host).toBe('127.0.0.1');
    expect(readConfiguration({ ...yookassa }).host).toBe('127.0.0.1');
    expect(readConfiguration({ SMTP_URL, ...yookassa }).host).toBeUndefined();
    expect(readConfiguration(production).host).toBeUndefined();
  });

  it.each(['0.0.0.0', '::', '192.168.1.2', 'zavet.example'])(
    'refuses captured mail and mock payments on %s',
    (HOST) => {
      const { SMTP_URL } = production;
      for (const NODE_ENV of ['', 'development', 'test']) {
        expect(() => readConfiguration({ NODE_ENV, HOST, ...yookassa })).toThrow(
          /^SMTP_URL must be set when HOST is not an address of this machine alone/,
        );
        expect(() => readConfiguration({ NODE_ENV, HOST, SMTP_URL })).toThrow(
          /^PAYMENTS must not be mock when HOST is not an address of this machine alone/,
        );
        expect(readConfiguration({ NODE_ENV, HOST, SMTP_URL, ...yookassa }).host).toBe(HOST);
      }
    },
  );

  it.each(['127.0.0.1', '::1', 'localhost'])(
    'accepts captured mail and mock payments on %s',
    (HOST) => {
      expect(readConfiguration({ HOST })).toMatchObject({ host: HOST, payments: { kind: 'mock' } });
    },
  );

  it('stores files in DATA_DIR without S3', () => {
    expect(readConfiguration({ DATA_DIR: '/srv/zavet', S3_REGION: 'us-east-1' })).toMatchObject({
      fileStorage: { kind: 'folder', directory: '/srv/zavet/objects' },
    });
  });

  it('stores files in the configured bucket', () => {
    expect(readConfiguration(s3).fileStorage).toEqual({
      kind: 's3',
      endpoint: 'https://s3.example.org',
      region: 'us-east-1',
      bucket: 'zavet',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    });
    expect(readConfiguration({ ...s3, S3_REGION: 'ru-1' }).fileStorage).toMatchObject({
      region: 'ru-1',
    });
  });

  it.each(Object.keys(s3))('requires %s with the other S3 variables', (name) => {
    expect(() => readConfiguration({ ...s3, [name]: '' })).toThrow(
      new RegExp(`^${name} must be set when S3_[A-Z_]+ is set\\.$`),
    );
  });

  it('allows configured mail servers only', () => {
    const hosts = 'Mail.LAN:993, 10.0.0.5:143,';
    expect(readConfiguration({}).mailboxHosts).toEqual(new Set());
    expect(readConfiguration({ MAILBOX_ALLOWED_HOSTS: hosts }).mailboxHosts).toEqual(
      new Set(['mail.lan:993', '10.0.0.5:143']),
    );
  });

  it('refuses mock payments in production', () => {
    expect(() => readConfiguration({ ...production, PAYMENTS: 'mock' })).toThrow(
      'PAYMENTS must not be mock when NODE_ENV is production.',
    );
  });
});
