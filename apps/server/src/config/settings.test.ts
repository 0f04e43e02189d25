import { describe, expect, it } from 'vitest';
import { requestPoolSettings } from '../platform/database/postgres-connections.ts';
import { readConfiguration } from './configuration.ts';

const monitoringOf = (environment: Record<string, string>) =>
  readConfiguration(environment).monitoring;

const token = 'a-token-of-enough-signs';

describe('monitoring', () => {
  it('is off by default', () => {
    expect(monitoringOf({})).toEqual({ listener: undefined, token: undefined });
    expect(readConfiguration({}).tracing).toBeUndefined();
  });

  it('requires a token beyond loopback', () => {
    const elsewhere = { METRICS_PORT: '0.0.0.0:9464' };
    expect(() => monitoringOf(elsewhere)).toThrow(/^METRICS_TOKEN must be set when METRICS_PORT/);
    const listener = { host: '0.0.0.0', port: 9464 };
    expect(monitoringOf({ ...elsewhere, METRICS_TOKEN: token })).toEqual({ listener, token });
    for (const [METRICS_PORT, host] of [
      ['9464', '127.0.0.1'],
      ['[::1]:9464', '::1'],
    ] as const) {
      expect(monitoringOf({ METRICS_PORT })).toMatchObject({ listener: { host, port: 9464 } });
    }
  });

  it('requires its own port', () => {
    expect(() => monitoringOf({ PORT: '4000', METRICS_PORT: '4000' })).toThrow(
      /^METRICS_PORT must not/,
    );
    expect(monitoringOf({ PORT: '0', METRICS_PORT: '0' }).listener?.port).toBe(0);
  });

  it('sends traces to a configured collector', () => {
    const endpoint = 'http://127.0.0.1:4318';
    const { tracing } = readConfiguration({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    expect(tracing).toEqual({ endpoint });
  });
});

const DATABASE_URL = 'postgres://zavet@pooler:6432/zavet';

const DATABASE_DIRECT_URL = 'postgres://zavet@server:5432/zavet';

const settingsOf = (environment: Record<string, string>) => {
  const { postgres } = readConfiguration(environment);
  if (!postgres) throw new Error('a server was meant');
  return postgres;
};

describe('the PostgreSQL connection', () => {
  it('is unset by default, for the embedded database', () => {
    expect(readConfiguration({}).postgres).toBeUndefined();
  });

  it('uses one URL and named statements', () => {
    const settings = settingsOf({ DATABASE_URL });
    expect(settings).toEqual({ url: DATABASE_URL });
    expect(requestPoolSettings(settings)).toEqual({
      ...{ url: DATABASE_URL, isPooled: false, poolSize: 10 },
    });
  });

  it('uses a pooler for requests, without named statements, if a direct URL is set', () => {
    const settings = settingsOf({ DATABASE_URL, DATABASE_DIRECT_URL });
    expect(settings.directUrl).toBe(DATABASE_DIRECT_URL);
    expect(requestPoolSettings(settings)).toMatchObject({
      ...{ url: DATABASE_URL, isPooled: true },
    });
  });

  it('requires DATABASE_URL with a direct URL', () => {
    expect(() => readConfiguration({ DATABASE_DIRECT_URL })).toThrow(
      'DATABASE_URL must be set when DATABASE_DIRECT_URL is set.',
    );
  });
});

const bouncesOf = (environment: Record<string, string>) => readConfiguration(environment).bounces;

const mailbox = 'imaps://bounces%40example.org:se%2Fcret@imap.example.org/INBOX.Reports';

describe('delivery reports', () => {
  it('are off by default', () => {
    expect(bouncesOf({})).toBeUndefined();
  });

  it('can be received at a domain', () => {
    expect(bouncesOf({ BOUNCE_DOMAIN: 'Bounces.Example.org', BOUNCE_PORT: '2525' })).toEqual({
      destination: { kind: 'domain', domain: 'bounces.example.org' },
      mailbox: undefined,
      listener: { host: '127.0.0.1', port: 2525 },
    });
  });

  it('can be read from a mailbox with subaddresses', () => {
    expect(bouncesOf({ BOUNCE_IMAP_URL: mailbox })).toEqual({
      destination: { kind: 'mailbox', user: 'bounces', domain: 'example.org' },
      mailbox: {
        host: 'imap.example.org',
        port: 993,
        security: 'tls',
        user: 'bounces@example.org',
        password: 'se/cret',
        folder: 'INBOX.Reports',
      },
      listener: undefined,
    });
  });

  it('can be read from a catch-all mailbox of a domain', () => {
    const url = 'imap://catchall:secret@imap.example.org:1143';
    expect(bouncesOf({ BOUNCE_DOMAIN: 'b.example.org', BOUNCE_IMAP_URL: url })).toMatchObject({
      destination: { kind: 'domain', domain: 'b.example.org' },
      mailbox: { port: 1143, security: 'starttls', user: 'catchall', folder: 'INBOX' },
    });
  });

  it.each([
    [{ BOUNCE_PORT: '25' }, 'BOUNCE_DOMAIN must be set'],
    [{ BOUNCE_DOMAIN: 'b.example.org' }, 'BOUNCE_PORT or BOUNCE_IMAP_URL must be set'],
    [{ BOUNCE_IMAP_URL: 'imaps://bounces:secret@imap.example.org' }, 'BOUNCE_IMAP_URL must name'],
    [
      { BOUNCE_IMAP_URL: `imaps://${'x'.repeat(22)}%40a.org:secret@imap.example.org` },
      'BOUNCE_IMAP_URL must name a mailbox such as bounces@example.org of at most 21 characters',
    ],
  ])('require more than %j', (environment, sentence) => {
    expect(() => bouncesOf(environment as Record<string, string>)).toThrow(sentence);
  });
});
