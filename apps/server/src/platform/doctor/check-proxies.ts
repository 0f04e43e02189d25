import ipaddr from 'ipaddr.js';
import { isLoopback } from '../http/loopback.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

const about = 'Reverse proxy';
/** A network this large is not that of one's own proxies. */
const shortestPrefix = { ipv4: 8, ipv6: 16 };

/** Whether callers are told apart, and nobody can pretend to be another. */
export function checkProxies(
  trusted: readonly string[],
  { publicUrl, isProduction }: { publicUrl: string; isProduction: boolean },
): Finding {
  const wide = trusted.filter(isWide);
  if (wide.length > 0) {
    const says = `TRUSTED_PROXIES holds ${wide.join(' and ')}, so that anybody can pretend to call from elsewhere`;
    return wrong(about, says, 'Name only the addresses of your own proxies.');
  }
  const { protocol, hostname } = new URL(publicUrl);
  const needsProxy = protocol === 'https:' && !isLoopback(hostname);
  if (trusted.length === 0 && (needsProxy || isProduction)) {
    const says =
      'TRUSTED_PROXIES is empty, so that everyone behind the proxy shares one rate limit';
    return warning(about, says, 'Set TRUSTED_PROXIES to the address from which the proxy calls.');
  }
  if (trusted.length === 0) return ok(about, 'none is expected');
  return ok(about, `${trusted.join(', ')} may say where a call comes from`);
}

function isWide(entry: string): boolean {
  if (!entry.includes('/')) return false;
  const [address, bits] = ipaddr.parseCIDR(entry);
  return bits < shortestPrefix[address.kind()];
}
