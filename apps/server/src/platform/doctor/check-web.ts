import ipaddr from 'ipaddr.js';
import { isLoopback } from '../http/origin-checks.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';
import {
  connectionProblem,
  fetchOnce,
  type HttpReply,
  isCertificateProblem,
} from './http-probe.ts';

const aboutAddress = 'Public address';
const day = 24 * 60 * 60 * 1000;
const renewalDays = 14;

export interface PublicAddress {
  publicUrl: string;
  isProduction: boolean;
  now: Date;
}

/** The public address must reach our server with a trusted certificate. */
export async function checkPublicAddress(
  { publicUrl, isProduction, now }: PublicAddress,
  signal: AbortSignal,
): Promise<Finding[]> {
  const found = await visit(publicUrl, signal).catch((error: unknown) =>
    unreachableFinding(publicUrl, error),
  );
  if (!('status' in found)) return [found];
  const problems = [...responseProblems(publicUrl, found), ...certificateProblems(found, now)];
  const { protocol, hostname } = new URL(publicUrl);
  if (isProduction && (protocol !== 'https:' || isLoopback(hostname))) {
    const says = `${publicUrl} is not an https address that others can open`;
    problems.push(
      warning(aboutAddress, says, 'Set PUBLIC_URL to the https address that people open.'),
    );
  }
  return problems.length > 0 ? problems : [ok(aboutAddress, `${publicUrl} leads to this service`)];
}

const visit = (publicUrl: string, signal: AbortSignal) =>
  fetchOnce(`${publicUrl}/api/live`, { signal });

function responseProblems(publicUrl: string, { status, headers, text }: HttpReply): Finding[] {
  if (status === 200 && isOurs(text)) return [];
  if (status >= 300 && status < 400) {
    const says = `${publicUrl} sends people on to ${originOf(headers.location)}`;
    return [wrong(aboutAddress, says, 'Set PUBLIC_URL to the address where they arrive.')];
  }
  if (status >= 502 && status <= 504) {
    const says = `${publicUrl} answers ${status}: the proxy does not reach the server`;
    return [
      wrong(aboutAddress, says, 'Start the server, or let the proxy lead to its HOST and PORT.'),
    ];
  }
  const says = `${publicUrl} is answered by another program (${status})`;
  return [wrong(aboutAddress, says, 'Let the name and the proxy lead to this server.')];
}

function isOurs(text: string): boolean {
  try {
    return JSON.parse(text).status === 'live';
  } catch {
    return false;
  }
}

/** Path and query may contain secrets. */
function originOf(location = ''): string {
  return URL.canParse(location) ? new URL(location).origin : 'another page';
}

function certificateProblems({ certificateEndsAt: end }: HttpReply, now: Date): Finding[] {
  if (!end || end.getTime() - now.getTime() > renewalDays * day) return [];
  const says = `the certificate ends on ${end.toISOString().slice(0, 10)}`;
  return [warning(aboutAddress, says, 'See why it was not renewed by itself.')];
}

/** Connection errors are only a warning: the address may be reachable from elsewhere. */
function unreachableFinding(publicUrl: string, error: unknown): Finding {
  const says = `${publicUrl} ${connectionProblem(error) ?? 'cannot be opened from this machine'}`;
  if (isCertificateProblem(error)) {
    return wrong(
      aboutAddress,
      says,
      'Give the proxy a certificate for this name, with its whole chain.',
    );
  }
  if (/resolved$/.test(says)) {
    return wrong(
      aboutAddress,
      says,
      'Enter the name where the domain is managed, or correct PUBLIC_URL.',
    );
  }
  const todo = 'Start the server and its proxy, then open the address from elsewhere.';
  return warning(aboutAddress, says, todo);
}

const aboutProxy = 'Reverse proxy';
/** Larger networks also contain hosts other than the operator's proxies. */
const minPrefixLength = { ipv4: 8, ipv6: 16 };

/** Checks that client addresses are distinguishable and cannot be forged. */
export function checkProxies(
  trusted: readonly string[],
  { publicUrl, isProduction }: { publicUrl: string; isProduction: boolean },
): Finding {
  const wide = trusted.filter(isWide);
  if (wide.length > 0) {
    const says = `TRUSTED_PROXIES holds ${wide.join(' and ')}, so that anybody can pretend to call from elsewhere`;
    return wrong(aboutProxy, says, 'Name only the addresses of your own proxies.');
  }
  const { protocol, hostname } = new URL(publicUrl);
  const needsProxy = protocol === 'https:' && !isLoopback(hostname);
  if (trusted.length === 0 && (needsProxy || isProduction)) {
    const says =
      'TRUSTED_PROXIES is empty, so that everyone behind the proxy shares one rate limit';
    return warning(
      aboutProxy,
      says,
      'Set TRUSTED_PROXIES to the address from which the proxy calls.',
    );
  }
  if (trusted.length === 0) return ok(aboutProxy, 'none is expected');
  return ok(aboutProxy, `${trusted.join(', ')} may say where a call comes from`);
}

function isWide(entry: string): boolean {
  if (!entry.includes('/')) return false;
  const [address, bits] = ipaddr.parseCIDR(entry);
  return bits < minPrefixLength[address.kind()];
}

/** An external service, and a read-only request that checks it. */
export interface WebService {
  about: string;
  url: string;
  headers: Record<string, string>;
  /** Names of the environment variables with the address and the credentials. */
  addressVariable: string;
  accessVariables: string;
  /** Undefined if the response is fine. */
  judge?(text: string): Finding | undefined;
  /** True if the response 404 is accepted, too. */
  isRequestOptional?: boolean;
}

export async function checkWebService(
  service: WebService,
  signal: AbortSignal,
): Promise<Finding[]> {
  const { about, url, headers, addressVariable, accessVariables } = service;
  const { host } = new URL(url);
  try {
    const { status, text } = await fetchOnce(url, { headers, signal });
    if (status === 200) {
      return [service.judge?.(text) ?? ok(about, `${host} answers and lets us in`)];
    }
    if (status === 401 || status === 403) {
      const says = `${host} does not let us in (${status})`;
      return [wrong(about, says, `Look at ${accessVariables}.`)];
    }
    if (status === 404 && service.isRequestOptional) return [ok(about, `${host} answers`)];
    if (status === 429 || status >= 500) {
      const says = `${host} answers ${status}`;
      return [warning(about, says, 'It is overloaded or broken now: run this again later.')];
    }
    const says = `${host} answers ${status}, as another service would`;
    return [wrong(about, says, `Look at ${addressVariable}.`)];
  } catch (error) {
    const problem = connectionProblem(error);
    if (!problem) throw error;
    const todo = `Look at ${addressVariable}, the network and the firewall.`;
    return [wrong(about, `${host} ${problem}`, todo)];
  }
}
