import { type Client, createClient } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';

/** A typed client with its own cookies, like one person's browser. */
export interface Browser extends Client {
  cookies: Map<string, string>;
  /** A raw request with the browser's cookies. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** True if the browser proves the password automatically when a call requires a proof. */
  provesAutomatically: boolean;
}

let addresses = 0;

/** Creates a browser with its own network address, unless the headers set one. */
export function createBrowser(url: string, headers: Record<string, string> = {}): Browser {
  const cookies = new Map<string, string>();
  const address = `10.0.${(addresses >> 8) & 255}.${addresses++ & 255}`;
  let password: string | undefined;
  const sendOnce = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: {
        'user-agent': 'Test browser',
        'x-forwarded-for': address,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
        ...(init.headers as Record<string, string> | undefined),
      },
    });
    for (const line of response.headers.getSetCookie()) storeCookie(cookies, line);
    return response;
  };
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await sendOnce(path, init);
    if (response.ok) password = passwordIn(init) ?? password;
    if (!browser.provesAutomatically || password === undefined) return response;
    if (!(await requiresProof(response))) return response;
    const { ok } = await sendOnce('/api/session/proof', {
      method: endpoints.proveSession.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ current_password: password }),
    });
    return ok ? sendOnce(path, init) : response;
  };
  const browser = { ...createClient(endpoints, send), cookies, send, provesAutomatically: true };
  return browser;
}

/** The password in a sign-up, sign-in or password change. */
function passwordIn({ body }: RequestInit): string | undefined {
  if (typeof body !== 'string' || !body.includes('"password"')) return undefined;
  return JSON.parse(body).password;
}

async function requiresProof(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  return (await response.clone().text()).includes('"proof_required"');
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split('; ');
  const [name = '', ...value] = pair.split('=');
  const isCleared = attributes.some((attribute) => attribute.toLowerCase() === 'max-age=0');
  if (isCleared) cookies.delete(name);
  else cookies.set(name, value.join('='));
}
