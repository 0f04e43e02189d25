import { createPrivateKey, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { longestMailboxName, type ReturnPlace } from '../platform/mail/return-address.ts';
import type { ReadVariable } from './read-variables.ts';
import {
  address,
  certificatesFile,
  listeningAddress,
  port,
  portSentence,
  privateKeyFile,
} from './value-schemas.ts';

/** How reports about our mails come back. */
export interface BounceSettings {
  place: ReturnPlace;
  mailbox:
    | {
        host: string;
        port: number;
        security: 'tls' | 'starttls';
        user: string;
        password: string;
        folder: string;
      }
    | undefined;
  listener: { host: string; port: number; tls?: { cert: string; key: string } } | undefined;
}

const domainName = z
  .string()
  .toLowerCase()
  .regex(/^(?=.{1,190}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/);

/** `imaps://` speaks TLS from the first byte, `imap://` before anything is said. */
const imapAddress = address('imap:', 'imaps:').refine((value) => {
  if (!URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username !== '' && password !== '';
});

/** Every variable, and what a wrong value is answered with. */
export const bounceVariables = {
  BOUNCE_DOMAIN: [domainName, 'the domain to which delivery reports go'],
  BOUNCE_IMAP_URL: [imapAddress, 'an imaps:// or imap:// address with a user and a password'],
  BOUNCE_PORT: [port, portSentence],
  BOUNCE_HOST: [listeningAddress, 'an IP address or the name of a host, without a port'],
  BOUNCE_CERT_FILE: [certificatesFile, 'the path of a readable file with a certificate in PEM'],
  BOUNCE_KEY_FILE: [
    privateKeyFile,
    'the path of a readable file with a private key in PEM, without a passphrase',
  ],
} as const;

type Read = ReadVariable<typeof bounceVariables>;

/** Undefined where nothing is set; `refuse` gets one sentence about what does not fit together. */
export function bounceSettings(
  read: Read,
  refuse: (sentence: string) => never,
): BounceSettings | undefined {
  const [domain, imapUrl] = [read('BOUNCE_DOMAIN'), read('BOUNCE_IMAP_URL')];
  const [cert, key] = [read('BOUNCE_CERT_FILE'), read('BOUNCE_KEY_FILE')];
  const port = read('BOUNCE_PORT');
  if (port !== undefined && !domain) {
    refuse('BOUNCE_DOMAIN must be set when BOUNCE_PORT is set, because mail comes to a domain.');
  }
  if ((cert === undefined) !== (key === undefined)) {
    refuse('BOUNCE_CERT_FILE and BOUNCE_KEY_FILE must be set together.');
  }
  if (cert !== undefined && key !== undefined && !isPair(cert, key)) {
    refuse('BOUNCE_KEY_FILE must hold the key of the first certificate in BOUNCE_CERT_FILE.');
  }
  if (domain && port === undefined && !imapUrl) {
    refuse(
      'BOUNCE_PORT or BOUNCE_IMAP_URL must be set when BOUNCE_DOMAIN is set, because nobody would read the reports.',
    );
  }
  const mailbox = imapUrl ? mailboxOf(imapUrl) : undefined;
  const place = domain ? { kind: 'domain' as const, domain } : mailbox && placeOf(mailbox.user);
  if (!place) {
    if (!mailbox) return undefined;
    return refuse(
      `BOUNCE_IMAP_URL must name a mailbox such as bounces@example.org of at most ${longestMailboxName} characters before the @, or BOUNCE_DOMAIN must be set.`,
    );
  }
  const tls = cert !== undefined && key !== undefined ? { tls: { cert, key } } : {};
  // Only this machine, where a mail server hands reports on, unless an address is named.
  const host = read('BOUNCE_HOST') ?? '127.0.0.1';
  return { place, mailbox, listener: port === undefined ? undefined : { host, port, ...tls } };
}

function isPair(cert: string, key: string): boolean {
  return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
}

function mailboxOf(url: string): NonNullable<BounceSettings['mailbox']> {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const isTls = protocol === 'imaps:';
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isTls ? 993 : 143) : Number(port),
    security: isTls ? 'tls' : 'starttls',
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    folder: decodeURIComponent(pathname.replace(/^\//, '')) || 'INBOX',
  };
}

function placeOf(user: string): ReturnPlace | undefined {
  const [, name = '', domain = ''] = /^([\w.-]+)@([a-z0-9.-]+)$/i.exec(user) ?? [];
  if (name === '' || name.length > longestMailboxName) return undefined;
  return { kind: 'mailbox', user: name, domain };
}
