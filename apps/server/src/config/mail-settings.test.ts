import { describe, expect, it } from 'vitest';
import { readConfiguration } from './configuration.ts';

const bouncesOf = (environment: Record<string, string>) => readConfiguration(environment).bounces;
const mailbox = 'imaps://bounces%40example.org:se%2Fcret@imap.example.org/INBOX.Reports';

describe('delivery reports', () => {
  it('are off by default', () => {
    expect(bouncesOf({})).toBeUndefined();
  });

  it('can be received at a domain', () => {
    expect(bouncesOf({ BOUNCE_DOMAIN: 'Bounces.Example.org', BOUNCE_PORT: '2525' })).toEqual({
      place: { kind: 'domain', domain: 'bounces.example.org' },
      mailbox: undefined,
      listener: { host: '127.0.0.1', port: 2525 },
    });
  });

  it('are received on loopback by default', () => {
    const domain = { BOUNCE_DOMAIN: 'b.example.org', BOUNCE_PORT: '25' };
    expect(bouncesOf(domain)?.listener?.host).toBe('127.0.0.1');
    const named = bouncesOf({ ...domain, BOUNCE_HOST: '0.0.0.0' });
    expect(named?.listener?.host).toBe('0.0.0.0');
  });

  it('can be read from a mailbox with subaddresses', () => {
    expect(bouncesOf({ BOUNCE_IMAP_URL: mailbox })).toEqual({
      place: { kind: 'mailbox', user: 'bounces', domain: 'example.org' },
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
      place: { kind: 'domain', domain: 'b.example.org' },
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
