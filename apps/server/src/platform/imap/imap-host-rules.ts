import { mailboxPorts } from '@zavet/contract/mailbox/mailbox-values';

/** A server that configuration allows, also in a private network: `host:port`, as it was written there. */
export type AllowedHosts = ReadonlySet<string>;

/**
 * What an owner typed, as it is looked up: lower case, without the dot that ends a full name.
 * Undefined for what is no name of a public host; addresses in figures are none either, because a
 * certificate names a host, and because there are too many ways to write one.
 */
export function hostNameOf(typed: string): string | undefined {
  const name = inPlainLetters(typed.trim().toLowerCase().replace(/\.$/, ''));
  if (name.length > 253 || !wholeName.test(name)) return undefined;
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (!/^(?:xn--[a-z0-9-]+|[a-z]+)$/.test(last)) return undefined;
  return innerEndings.has(last) ? undefined : name;
}

const wholeName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** Names in other letters, as resolvers and certificates write them. */
function inPlainLetters(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name) || /[/@:?#\\\s]/.test(name)) return name;
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
}

/** Endings of names that only mean something inside of a network. */
const innerEndings = new Set([
  ...['localhost', 'local', 'localdomain', 'internal', 'intranet', 'lan', 'home', 'corp'],
  ...['private', 'arpa', 'test', 'invalid', 'onion', 'alt'],
]);

export function isMailPort(port: number): boolean {
  return (mailboxPorts as readonly number[]).includes(port);
}

export function isAllowedByName(allowed: AllowedHosts, host: string, port: number): boolean {
  return allowed.has(`${host.trim().toLowerCase()}:${port}`);
}
