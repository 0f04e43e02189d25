import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { type Dkim, readDkimKey } from '../platform/mail/dkim.ts';
import { longestMailboxName, type ReturnDestination } from '../platform/mail/return-address.ts';
import { type ReadVariable, refuse } from './read-variables.ts';
import {
  address,
  certificatesFile,
  commaSeparated,
  listeningAddress,
  port,
  portSentence,
  privateKeyFile,
  readText,
  wholeNumber,
} from './value-schemas.ts';

const rsaKey = 'an RSA key of at least 1024 bits in PEM, better 2048';
const privateKey = z.string().transform((pem, context) => {
  // Line ends in a variable are written as \\n.
  const key = readDkimKey(pem.replaceAll('\\n', '\n'));
  if (key) return key;
  context.addIssue('not a key');
  return z.NEVER;
});

/** `name <address>` or an address. */
const sender = /^(?:(?:"[^"\r\n]*"|[^"<>\r\n])*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/;

export const mailVariables = {
  SMTP_URL: [
    address('smtp:', 'smtps:'),
    'an smtp:// or smtps:// address, with special characters of a password escaped',
  ],
  MAIL_FROM: [z.string().regex(sender), 'a sender such as Zavet <mail@example.org>'],
  DKIM_DOMAIN: [
    z.string().regex(/^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/i),
    'a domain such as example.org',
  ],
  DKIM_SELECTOR: [
    z.string().regex(/^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i),
    'a name of letters, digits, hyphens and dots',
  ],
  DKIM_PRIVATE_KEY: [privateKey, rsaKey],
  DKIM_PRIVATE_KEY_FILE: [
    z.string().transform(readText).pipe(privateKey),
    `the path of a readable file with ${rsaKey}`,
  ],
  MAIL_PER_DOMAIN_PER_MINUTE: [
    wholeNumber(0, 999_999),
    'a whole number up to 999999, 0 for no limit',
  ],
} as const;

type ReadMail = ReadVariable<typeof mailVariables>;

/** Domain, selector and key are required together. */
export function dkimSettings(read: ReadMail): Dkim | undefined {
  const given = {
    DKIM_DOMAIN: read('DKIM_DOMAIN'),
    DKIM_SELECTOR: read('DKIM_SELECTOR'),
    DKIM_PRIVATE_KEY: dkimKeyOf(read),
  };
  const set = Object.entries(given).find(([, value]) => value !== undefined)?.[0];
  if (!set) return undefined;
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: key } = given;
  if (domain && selector && key) return { domain: domain.toLowerCase(), selector, key };
  const missing = Object.entries(given).find(([, value]) => value === undefined)?.[0];
  refuse(`${missing} must be set when ${set} is set.`);
}

function dkimKeyOf(read: ReadMail): KeyObject | undefined {
  const value = read('DKIM_PRIVATE_KEY');
  const file = read('DKIM_PRIVATE_KEY_FILE');
  if (!value || !file) return value ?? file;
  refuse('DKIM_PRIVATE_KEY must not be set when DKIM_PRIVATE_KEY_FILE is set.');
}

/** Mail servers as lower-case `host:port`. */
const hostList = commaSeparated
  .transform((hosts) => hosts.map((host) => host.toLowerCase()))
  .refine((hosts) => hosts.every(isHostWithPort));

function isHostWithPort(value: string): boolean {
  const [, port] = /^[a-z0-9._-]+:(\d{1,5})$/.exec(value) ?? [];
  return Number(port) >= 1 && Number(port) <= 65_535;
}

export const mailboxVariables = {
  MAILBOX_ALLOWED_HOSTS: [hostList, 'a comma-separated list of mail servers as host:port'],
  MAILBOX_CA_FILE: [certificatesFile, 'the path of a readable file with certificates in PEM'],
} as const;

/** Delivery reports. */
interface BounceSettings {
  place: ReturnDestination;
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

/** `imaps://` is implicit TLS, `imap://` is STARTTLS. */
const imapAddress = address('imap:', 'imaps:').refine((value) => {
  if (!URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username !== '' && password !== '';
});

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

/** Undefined if reports are not read. */
export function bounceSettings(
  read: ReadVariable<typeof bounceVariables>,
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
  // By default, only a mail server on this machine can connect.
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

function placeOf(user: string): ReturnDestination | undefined {
  const [, name = '', domain = ''] = /^([\w.-]+)@([a-z0-9.-]+)$/i.exec(user) ?? [];
  if (name === '' || name.length > longestMailboxName) return undefined;
  return { kind: 'mailbox', user: name, domain };
}
