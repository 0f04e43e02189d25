import { setTimeout as pause } from 'node:timers/promises';
import { type Client, createClient } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';

/** An API client with a session of its own: the calls of the contract, with a cookie jar. */
export function visitorOf(address: string, onCookie?: (pair: string) => void): Client {
  const cookies = new Map<string, string>();
  return createClient(endpoints, async (path, init) => {
    const response = await fetch(`${address}${path}`, {
      ...init,
      headers: {
        ...(init.headers as Record<string, string>),
        origin: address,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      onCookie?.(pair);
      const separator = pair.indexOf('=');
      cookies.set(pair.slice(0, separator), pair.slice(separator + 1));
    }
    return response;
  });
}

const timeoutMs = 30_000;

/** Waits for the newest mail to an address with a link to a path, and returns that link. */
export async function mailedLink(address: string, to: string, path: string): Promise<string> {
  const visitor = visitorOf(address);
  const start = `${address}${path}`;
  for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(50)) {
    const { mails } = await visitor.listCapturedMails();
    for (const { id } of mails.filter((mail) => mail.to.includes(to))) {
      const { text } = await visitor.getCapturedMail({ params: { id } });
      const links = text.match(/https?:\/\/[^\s\])>"]+/g) ?? [];
      const link = links.find((one) => one.startsWith(start));
      if (link) return link;
    }
  }
  throw new Error(`No mail with a link to ${path} arrived for ${to}.`);
}

export async function mailedToken(address: string, to: string, path: string): Promise<string> {
  const link = await mailedLink(address, to, path);
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
}
