import { describe, expect, it } from 'vitest';
import { readConfiguration } from './configuration.ts';

const bouncesOf = (environment: Record<string, string>) => readConfiguration(environment).bounces;
const mailbox = 'imaps://bounces%40example.org:se%2Fcret@imap.example.org/INBOX.Reports';

describe('where delivery reports go', () => {
  it('is nowhere unless it was said', () => {
    expect(bouncesOf({})).toBeUndefined();
  });

  it('is a domain whose mail this service takes itself', () => {
    expect(bouncesOf({ BOUNCE_DOMAIN: 'Bounces.Example.org', BOUNCE_PORT: '2525' })).toEqual({
      place: { kind: 'domain', domain: 'bounces.example.org' },
      mailbox: undefined,
      listener: { host: '127.0.0.1', port: 2525 },
    });
  });

  it('is taken on this machine alone, unless an address is named', () => {
    const domain = { BOUNCE_DOMAIN: 'b.example.org', BOUNCE_PORT: '25' };
    expect(bouncesOf(domain)?.listener?.host).toBe('127.0.0.1');
    const named = bouncesOf({ ...domain, BOUNCE_HOST: '0.0.0.0' });
    expect(named?.listener?.host).toBe('0.0.0.0');
  });

  it('is a mailbox, under addresses of its own', () => {
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

  it('is a domain whose mail all lies in one mailbox', () => {
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
  ])('refuses %j, because half of it is missing', (environment, sentence) => {
    expect(() => bouncesOf(environment as Record<string, string>)).toThrow(sentence);
  });
});
