import type { DeliveryReceipt } from './mail-transport.ts';

const longestResponse = 400;
const lineBreaks = /\s*[\r\n\p{Cc}\p{Zl}\p{Zp}]+\s*/gu;
const addressLike = /[^\s<>"'(),;:[\]]+@[^\s<>"'(),;:[\]]+/g;
/** A shorter name would be found inside of ordinary words. */
const shortestName = 3;

/** What a mail server answered and over which line, for the ledger. May name the address. */
export function answerLine({ response, host, tls }: DeliveryReceipt): string {
  const said = oneLine(response).slice(0, longestResponse);
  return host ? `${said} [${host}, ${tlsWords(tls)}]` : said;
}

/** The answer alone, for those whom our mail server does not concern. */
export function answerIn(line: string): string {
  return line.replace(/ \[\S+, (?:no line|no TLS|TLS[\w.]*)\]$/, '');
}

/** The same for the log, where no address of a person belongs. */
export interface AnswerFacts {
  reply: string;
  status_code?: number;
  host?: string;
  tls?: string;
}

export function answerFacts({ response, host, tls }: DeliveryReceipt, to?: string): AnswerFacts {
  const [status] = /^[2-5]\d\d\b/.exec(response) ?? [];
  return {
    reply: withoutAddresses(oneLine(response), to).slice(0, longestResponse),
    ...(status && { status_code: Number(status) }),
    ...(host && { host, tls }),
  };
}

/** Servers quote the whole address, or only what stands before the @. */
function withoutAddresses(text: string, to = ''): string {
  const masked = text.replace(addressLike, '[address]');
  const name = to.slice(0, to.lastIndexOf('@'));
  if (name.length < shortestName) return masked;
  const literal = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const whole = new RegExp(`(?<![\\p{L}\\d])${literal}(?![\\p{L}\\d])`, 'giu');
  return masked.replace(whole, '[address]');
}

function oneLine(text: string): string {
  return text.replace(lineBreaks, ' ').trim();
}

function tlsWords(tls: string | undefined): string {
  return tls === 'none' ? 'no TLS' : (tls ?? 'no line');
}
