import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const writingMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

const ownSites = new Set([undefined, 'same-origin', 'none']);

interface OriginHeaders {
  origin: string | undefined;
  secFetchSite: string | undefined;
}

/** Whether a browser on another site may have been tricked into sending this write. */
export function isCrossSiteWrite(
  method: string,
  headers: OriginHeaders,
  ownOrigins: ReadonlySet<string>,
): boolean {
  if (!writingMethods.has(method)) return false;
  if (headers.origin !== undefined) return !ownOrigins.has(headers.origin);
  return !ownSites.has(headers.secFetchSite);
}

/** Whether a name or address, without a port, means this machine and nobody else's way to it. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (!isIP(name)) return name === 'localhost';
  return ipaddr.process(name).range() === 'loopback';
}

/**
 * Whether a request was addressed to us by a name of our own. A page elsewhere can let its own name
 * point at this machine and would then be of the same origin, but it cannot change what the browser
 * writes into `Host`.
 */
export function isOwnHost(hostHeader: string | undefined, publicUrl: string): boolean {
  const given = `http://${hostHeader}`;
  if (!hostHeader || /[/?#@\\\s]/.test(hostHeader) || !URL.canParse(given)) return false;
  const { hostname } = new URL(given);
  return isLoopback(hostname) || hostname === new URL(publicUrl).hostname;
}
