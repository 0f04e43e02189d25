import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';

/** Schemas shared by several variables. */

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);

export const port = wholeNumber(0, 65_535);
export const portSentence = 'a port number between 0 and 65535';

export const withoutSpaces = z.string().regex(/^\S+$/);

/** An address with a host. */
export const address = (...protocols: string[]) =>
  z.string().refine((value) => isAddress(value, protocols) && new URL(value).hostname !== '');

/** A password in it could not be sent, and a query would be lost. */
export const bareHttpAddress = z.string().refine(isBareHttpAddress);

/** Pages, cookies and links begin at the root of a host. */
export const siteAddress = z
  .string()
  .refine((value) => isBareHttpAddress(value) && /^\/*$/.test(new URL(value).pathname));

/** The host may be a socket, which is named in the query. */
export const databaseAddress = z
  .string()
  .refine(
    (value) =>
      isAddress(value, ['postgres:', 'postgresql:']) &&
      /^\/[^/]+$/.test(new URL(value).pathname) &&
      isDecodable(new URL(value).pathname),
  );

export const listeningAddress = z
  .string()
  .refine((value) => isIP(value) !== 0 || (hostName.test(value) && !/^[\d.]+$/.test(value)));

const hostName = /^(?=.{1,253}$)\w([\w-]*\w)?(\.\w([\w-]*\w)?)*$/;

/** A folder that is there, or that could be made. */
export const folderPath = z.string().refine((path) => {
  try {
    const facts = statSync(nearestPlace(resolve(path)));
    return facts.isDirectory();
  } catch {
    return false;
  }
});

/** Become what the file holds. */
export const certificatesFile = z
  .string()
  .transform(textOf)
  .refine((text) => isSound(() => certificatesOf(text)));
export const privateKeyFile = z
  .string()
  .transform(textOf)
  .refine((text) => isSound(() => createPrivateKey(text)));

/** Empty where the file cannot be read. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Throws where there is none, or one that cannot be read. */
function certificatesOf(text: string): X509Certificate[] {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!found) throw new Error('There is no certificate.');
  return found.map((one) => new X509Certificate(one));
}

export function isSound(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/** The parser drops tabs and line ends without a word, and does not look at what is escaped. */
function isAddress(value: string, protocols: string[]): boolean {
  if (/\p{Cc}/u.test(value) || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocols.includes(protocol) && isDecodable(username) && isDecodable(password);
}

function isBareHttpAddress(value: string): boolean {
  if (/\s/.test(value) || !isAddress(value, ['http:', 'https:'])) return false;
  const { username, password } = new URL(value);
  return `${username}${password}` === '' && !/[?#]/.test(value);
}

const isDecodable = (text: string) => isSound(() => decodeURIComponent(text));

/** The path itself, or the part of it that is there; what is below a file throws. */
function nearestPlace(path: string): string {
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  return isThere || path === dirname(path) ? path : nearestPlace(dirname(path));
}
