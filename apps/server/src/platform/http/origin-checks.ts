import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const writingMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const ownSites = new Set([undefined, 'same-origin', 'none']);

interface OriginHeaders {
  origin: string | undefined;
  secFetchSite: string | undefined;
}

/** True for a write that another site may have triggered in the browser. */
export function isCrossSiteWrite(
  method: string,
  headers: OriginHeaders,
  ownOrigins: ReadonlySet<string>,
): boolean {
  if (!writingMethods.has(method)) return false;
  if (headers.origin !== undefined) return !ownOrigins.has(headers.origin);
  return !ownSites.has(headers.secFetchSite);
}

/** True for a loopback name or address. `host` must not contain a port. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (!isIP(name)) return name === 'localhost';
  return ipaddr.process(name).range() === 'loopback';
}

/**
 * Prevents DNS rebinding: another site can point its name to this machine and be of the same origin,
 * but cannot change the `Host` header.
 */
export function isOwnHost(hostHeader: string | undefined, publicUrl: string): boolean {
  const url = `http://${hostHeader}`;
  if (!hostHeader || /[/?#@\\\s]/.test(hostHeader) || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return isLoopback(hostname) || hostname === new URL(publicUrl).hostname;
}
