import { type Client, createClient } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';

/** Somebody with a browser of their own: the calls of the contract, and cookies that are kept. */
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
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  });
}
