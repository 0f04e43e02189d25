import { z } from 'zod';
import { type Dkim, readDkimKey } from '../platform/mail/dkim.ts';
import { longestMailboxName, type ReturnDestination } from '../platform/mail/return-address.ts';
import { type ReadVariable, refuse } from './read-variables.ts';
import {
  address,
  certificateFile,
  commaSeparatedList,
  listeningPort,
  listeningPortSentence,
  readText,
} from './value-schemas.ts';

const dkimKeyFile = z.string().transform((path, context) => {
  const key = readDkimKey(readText(path));
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
  DKIM_SELECTOR: [
    z.string().regex(/^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i),
    'a name of letters, digits, hyphens and dots',
  ],
  DKIM_PRIVATE_KEY_FILE: [
    dkimKeyFile,
    'the path of a readable file with an RSA key of at least 1024 bits in PEM, better 2048',
  ],
} as const;

type ReadMail = ReadVariable<typeof mailVariables>;

/** Selector and key are required together. Receivers expect a signature of the sender's domain. */
export function dkimSettings(read: ReadMail): Dkim | undefined {
  const [selector, key] = [read('DKIM_SELECTOR'), read('DKIM_PRIVATE_KEY_FILE')];
  if (!selector && !key) return undefined;
  if (!selector || !key) refuse('DKIM_SELECTOR and DKIM_PRIVATE_KEY_FILE must be set together.');
  const [, domain] = /@([^\s@<>]+)>?$/.exec(read('MAIL_FROM') ?? '') ?? [];
  if (!domain) refuse('MAIL_FROM must be set when DKIM_SELECTOR is set, because its domain signs.');
  return { domain: domain.toLowerCase(), selector, key };
}

/** Mail servers as lower-case `host:port`. */
const hostList = commaSeparatedList
  .transform((hosts) => hosts.map((host) => host.toLowerCase()))
  .refine((hosts) => hosts.every(isHostWithPort));

function isHostWithPort(value: string): boolean {
  const [, port] = /^[a-z0-9._-]+:(\d{1,5})$/.exec(value) ?? [];
  return Number(port) >= 1 && Number(port) <= 65_535;
}

export const mailboxVariables = {
  MAILBOX_ALLOWED_HOSTS: [hostList, 'a comma-separated list of mail servers as host:port'],
} as const;

/** Recipient of delivery reports, and the ways to read them. */
interface BounceSettings {
  destination: ReturnDestination;
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
  BOUNCE_PORT: [listeningPort, listeningPortSentence],
  BOUNCE_TLS_FILE: [
    certificateFile,
    'the path of a readable file with a certificate and its key in PEM, without a passphrase',
  ],
} as const;

/** Undefined if reports are not read. */
export function bounceSettings(
  read: ReadVariable<typeof bounceVariables>,
): BounceSettings | undefined {
  const [domain, imapUrl] = [read('BOUNCE_DOMAIN'), read('BOUNCE_IMAP_URL')];
  const pem = read('BOUNCE_TLS_FILE');
  const listener = read('BOUNCE_PORT');
  if (listener && !domain) {
    refuse('BOUNCE_DOMAIN must be set when BOUNCE_PORT is set, because mail comes to a domain.');
  }
  if (domain && !listener && !imapUrl) {
    refuse(
      'BOUNCE_PORT or BOUNCE_IMAP_URL must be set when BOUNCE_DOMAIN is set, because the reports would not be read.',
    );
  }
  const mailbox = imapUrl ? mailboxOf(imapUrl) : undefined;
  const destination = domain
    ? { kind: 'domain' as const, domain }
    : mailbox && destinationOf(mailbox.user);
  if (!destination) {
    if (!mailbox) return undefined;
    return refuse(
      `BOUNCE_IMAP_URL must name a mailbox such as bounces@example.org of at most ${longestMailboxName} characters before the @, or BOUNCE_DOMAIN must be set.`,
    );
  }
  const tls = pem === undefined ? {} : { tls: { cert: pem, key: pem } };
  return { destination, mailbox, listener: listener && { ...listener, ...tls } };
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

function destinationOf(user: string): ReturnDestination | undefined {
  const [, name = '', domain = ''] = /^([\w.-]+)@([a-z0-9.-]+)$/i.exec(user) ?? [];
  if (name === '' || name.length > longestMailboxName) return undefined;
  return { kind: 'mailbox', user: name, domain };
}
