import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { type Dkim, readDkimKey } from '../platform/mail/dkim.ts';
import { ConfigurationInvalid } from '../platform/process/refusals.ts';
import { textOf, wholeNumber } from './value-schemas.ts';

const rsaKey = 'an RSA key of at least 1024 bits in PEM, better 2048';
const privateKey = z.string().transform((pem, context) => {
  // A variable on one line carries its line ends as \\n.
  const key = readDkimKey(pem.replaceAll('\\n', '\n'));
  if (key) return key;
  context.addIssue('not a key');
  return z.NEVER;
});

/** A name with the address in brackets, or the address alone. */
const sender = /^(?:(?:"[^"\r\n]*"|[^"<>\r\n])*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/;

/** Who sends mails, how they are signed and how fast they leave; where to is in configuration.ts. */
export const mailVariables = {
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
    z.string().transform(textOf).pipe(privateKey),
    `the path of a readable file with ${rsaKey}`,
  ],
  MAIL_PER_DOMAIN_PER_MINUTE: [
    wholeNumber(0, 999_999),
    'a whole number up to 999999, 0 for no limit',
  ],
} as const;

interface Read {
  (name: 'DKIM_DOMAIN' | 'DKIM_SELECTOR'): string | undefined;
  (name: 'DKIM_PRIVATE_KEY' | 'DKIM_PRIVATE_KEY_FILE'): KeyObject | undefined;
}

/** All of it or nothing: half a signature would make mails look forged. */
export function dkimOf(read: Read): Dkim | undefined {
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
  throw new ConfigurationInvalid(`${missing} must be set when ${set} is set.`);
}

function dkimKeyOf(read: Read): KeyObject | undefined {
  const value = read('DKIM_PRIVATE_KEY');
  const file = read('DKIM_PRIVATE_KEY_FILE');
  if (!value || !file) return value ?? file;
  throw new ConfigurationInvalid(
    'DKIM_PRIVATE_KEY must not be set when DKIM_PRIVATE_KEY_FILE is set.',
  );
}
