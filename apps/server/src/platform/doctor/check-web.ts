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

/** The address must lead to our server, with a certificate that browsers trust. */
export async function checkPublicAddress(
  { publicUrl, isProduction, now }: PublicAddress,
  signal: AbortSignal,
): Promise<Finding[]> {
  const found = await visit(publicUrl, signal).catch((error: unknown) =>
    unreachable(publicUrl, error),
  );
  if (!('status' in found)) return [found];
  const troubles = [...answerTroubles(publicUrl, found), ...certificateTroubles(found, now)];
  const { protocol, hostname } = new URL(publicUrl);
  if (isProduction && (protocol !== 'https:' || isLoopback(hostname))) {
    const says = `${publicUrl} is not an https address that others can open`;
    troubles.push(
      warning(aboutAddress, says, 'Set PUBLIC_URL to the https address that people open.'),
    );
  }
  return troubles.length > 0 ? troubles : [ok(aboutAddress, `${publicUrl} leads to this service`)];
}

const visit = (publicUrl: string, signal: AbortSignal) =>
  fetchOnce(`${publicUrl}/api/health`, { signal });

function answerTroubles(publicUrl: string, { status, headers, text }: HttpReply): Finding[] {
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
    return JSON.parse(text).status === 'ok';
  } catch {
    return false;
  }
}

/** Without what stands behind the host: it may carry anything. */
function originOf(location = ''): string {
  return URL.canParse(location) ? new URL(location).origin : 'another page';
}

function certificateTroubles({ certificateEndsAt: end }: HttpReply, now: Date): Finding[] {
  if (!end || end.getTime() - now.getTime() > renewalDays * day) return [];
  const says = `the certificate ends on ${end.toISOString().slice(0, 10)}`;
  return [warning(aboutAddress, says, 'See why it was not renewed by itself.')];
}

/** From here the way may be closed although others find it: a connection that fails proves little. */
function unreachable(publicUrl: string, error: unknown): Finding {
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
/** A network this large is not that of one's own proxies. */
const shortestPrefix = { ipv4: 8, ipv6: 16 };

/** Callers must be distinguishable, and unable to forge their address. */
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
  return bits < shortestPrefix[address.kind()];
}

/** A service of others, and a question that changes nothing there. */
export interface WebService {
  about: string;
  url: string;
  headers: Record<string, string>;
  /** The variables that hold its address, and what it is asked to believe. */
  addressVariable: string;
  accessVariables: string;
  /** A finding from the answer; undefined where all is well. */
  judge?(text: string): Finding | undefined;
  /** A service need not know the question. */
  isQuestionOptional?: boolean;
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
    if (status === 404 && service.isQuestionOptional) return [ok(about, `${host} answers`)];
    if (status === 429 || status >= 500) {
      const says = `${host} answers ${status}`;
      return [warning(about, says, 'It is overloaded or broken now: run this again later.')];
    }
    const says = `${host} answers ${status}, as another service would`;
    return [wrong(about, says, `Look at ${addressVariable}.`)];
  } catch (error) {
    const trouble = connectionProblem(error);
    if (!trouble) throw error;
    const todo = `Look at ${addressVariable}, the network and the firewall.`;
    return [wrong(about, `${host} ${trouble}`, todo)];
  }
}
