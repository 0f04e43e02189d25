import assert from 'node:assert';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max);

const maxPort = 65_535;

export const port = wholeNumber(0, maxPort);
export const portSentence = `a port number between 0 and ${maxPort}`;

/** `9464` listens on loopback, `0.0.0.0:9464` or `[::]:9464` elsewhere. */
export const listeningPort = z.string().transform((value, context) => {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(value) ?? [];
  const listener = { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(digits) };
  if (digits !== '' && listener.port <= maxPort && isHost(listener.host)) return listener;
  context.addIssue('not a port');
  return z.NEVER;
});
export const listeningPortSentence = `${portSentence}, or an address and a port such as 0.0.0.0:9464`;

export const commaSeparatedList = z.string().transform((value) =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean),
);

export const textWithoutSpaces = z.string().regex(/^\S+$/);

/** A URL with a host. */
export const address = (...protocols: string[]) =>
  z.string().refine((value) => isAddress(value, protocols) && new URL(value).hostname !== '');

/** An HTTP address without password and query, because both would be ignored. */
export const bareHttpAddress = z.string().refine(isBareHttpAddress);

/** An HTTP address without a path: pages, cookies and links use the root of the host. */
export const siteAddress = z
  .string()
  .refine((value) => isBareHttpAddress(value) && /^\/*$/.test(new URL(value).pathname));

/** The query may name a socket instead of a host. */
export const databaseAddress = z
  .string()
  .refine(
    (value) =>
      isAddress(value, ['postgres:', 'postgresql:']) &&
      /^\/[^/]+$/.test(new URL(value).pathname) &&
      isDecodable(new URL(value).pathname),
  );

export const listeningAddress = z.string().refine(isHost);

function isHost(value: string): boolean {
  return isIP(value) !== 0 || (hostName.test(value) && !/^[\d.]+$/.test(value));
}

const hostName = /^(?=.{1,253}$)\w([\w-]*\w)?(\.\w([\w-]*\w)?)*$/;

/** An existing folder, or a path that can be created. */
export const folderPath = z.string().refine((path) => {
  try {
    const stats = statSync(nearestExistingPath(resolve(path)));
    return stats.isDirectory();
  } catch {
    return false;
  }
});

/** A PEM file with certificates and the key of the first one. The value becomes its content. */
export const certificateFile = z
  .string()
  .transform(readText)
  .refine((text) =>
    isValid(() => assert(new X509Certificate(text).checkPrivateKey(createPrivateKey(text)))),
  );

/** Returns the content of a file; empty if the file cannot be read. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

export function isValid(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

/**
 * Validates what the URL parser does not: it drops control characters and accepts invalid escapes.
 */
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

const isDecodable = (text: string) => isValid(() => decodeURIComponent(text));

/** The path or its nearest existing parent. Throws if a parent is a file. */
function nearestExistingPath(path: string): string {
  const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  return isThere || path === dirname(path) ? path : nearestExistingPath(dirname(path));
}
