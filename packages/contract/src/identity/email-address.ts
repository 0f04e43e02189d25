import { limits } from '../limits.ts';

/** RFC 3492: browsers can encode domains, but not decode them. */
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const firstCodePoint = 128;

/** Letters and digits of any script, and other characters that providers allow. */
const localPart = /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}_'+.-]*[\p{L}\p{M}\p{N}_+-]$/u;
const typedDomain = /^[\p{L}\p{M}\p{N}.-]+$/u;
const asciiDomain = /^([a-z0-9][a-z0-9-]*\.)+(xn--[a-z0-9-]+|[a-z]{2,})$/;
const localPartMaxLength = 64;

/**
 * Returns the canonical form for storage and comparison: lower case, NFKC, the domain in its own
 * script instead of `xn--…`. Returns undefined for an invalid address.
 */
export function normalizeEmail(typed: string): string | undefined {
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

/** The URL parser applies the rules for domains. */
function asciiDomainOf(domain: string): string | undefined {
  if (!typedDomain.test(domain)) return undefined;
  try {
    const { hostname } = new URL(`http://${domain}`);
    return asciiDomain.test(hostname) ? hostname : undefined;
  } catch {
    return undefined;
  }
}

/** Decodes a label; undefined if it is invalid. */
function decodePunycode(label: string): string | undefined {
  const delimiter = label.lastIndexOf('-');
  const output = [...label.slice(0, Math.max(delimiter, 0))].map((letter) => letter.charCodeAt(0));
  let codePoint = firstCodePoint;
  let bias = initialBias;
  let position = 0;
  let index = delimiter + 1;
  while (index < label.length) {
    const before = position;
    let weight = 1;
    for (let k = base; ; k += base) {
      const digit = digitOf(label.charCodeAt(index++));
      if (digit === undefined) return undefined;
      position += digit * weight;
      const threshold = k <= bias ? tMin : Math.min(k - bias, tMax);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const length = output.length + 1;
    bias = adapt(position - before, length, before === 0);
    codePoint += Math.floor(position / length);
    position %= length;
    if (codePoint > 0x10_ff_ff) return undefined;
    output.splice(position++, 0, codePoint);
  }
  return String.fromCodePoint(...output);
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}

/** Value of a digit: a to z are 0 to 25, 0 to 9 are 26 to 35. */
function digitOf(code: number): number | undefined {
  if (code >= 97 && code <= 122) return code - 97;
  return code >= 48 && code <= 57 ? code - 22 : undefined;
}
