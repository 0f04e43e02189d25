import { limits } from '../limits.ts';
import { decodePunycode } from './punycode.ts';

/** Letters and digits of any script, and the signs that providers allow. */
const localPart = /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}_'+.-]*[\p{L}\p{M}\p{N}_+-]$/u;
const typedDomain = /^[\p{L}\p{M}\p{N}.-]+$/u;
const asciiDomain = /^([a-z0-9][a-z0-9-]*\.)+(xn--[a-z0-9-]+|[a-z]{2,})$/;
const localPartMaxLength = 64;

/**
 * The one form in which an address is kept and compared: lower case, NFKC, the domain in its own
 * script also where it came as `xn--…`. Undefined for what is not an address.
 */
export function normalAddress(typed: string): string | undefined {
  const address = typed.trim().normalize('NFKC').toLowerCase();
  const at = address.lastIndexOf('@');
  const local = address.slice(0, Math.max(at, 0));
  const domain = address.slice(at + 1);
  if (!localPart.test(local) || local.length > localPartMaxLength) return undefined;
  const ascii = asciiDomainOf(domain);
  if (!ascii || `${local}@${ascii}`.length > limits.emailMaxLength) return undefined;
  const labels = ascii.split('.').map((label) => {
    const decoded = label.startsWith('xn--') ? decodePunycode(label.slice(4)) : label;
    return decoded ?? label;
  });
  return `${local}@${labels.join('.')}`;
}

/** As a domain stands on the wire. The address parser of the platform knows the rules for it. */
function asciiDomainOf(domain: string): string | undefined {
  if (!typedDomain.test(domain)) return undefined;
  try {
    const { hostname } = new URL(`http://${domain}`);
    return asciiDomain.test(hostname) ? hostname : undefined;
  } catch {
    return undefined;
  }
}
