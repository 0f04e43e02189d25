import { randomUUID } from 'node:crypto';
import { Agent, type RequestOptions, request } from 'node:https';
import { Readable } from 'node:stream';
import { type Client, createClient } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';
import type { SmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { newEmail, password, signUpBody } from '../bench/owners.ts';
import { mailedToken } from './people.ts';
import { host, type ReverseProxy } from './reverse-proxies.ts';

/** A person with a browser and a network address, behind a proxy. */
export interface ProxiedPerson extends Client {
  address: string;
  /** A request outside of the typed client. */
  send(path: string, init: SentRequest): Promise<Response>;
  /** The same, with a streamed answer. */
  watch(path: string, init: SentRequest): Promise<{ status: number; body: Readable }>;
  leave(): void;
}

export interface ProxiedOwner extends ProxiedPerson {
  email: string;
  /** A contact of the owner. */
  contactId: string;
}

export interface SentRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Blob | Readable;
}

/** The part of a proxy that a browser knows. */
type ReachedProxy = Pick<ReverseProxy, 'port' | 'ca'>;

const claimedAddress = '203.0.113.9';
let people = 0;

function proxiedPerson({ port, ca }: ReachedProxy): ProxiedPerson {
  people += 1;
  const address = `127.20.${people >> 8}.${people & 255}`;
  const agent = new Agent({ keepAlive: true, ca, servername: host });
  const cookies = new Map<string, string>();

  const watch: ProxiedPerson['watch'] = async (path, { method = 'GET', headers, body }) => {
    const bytes = body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : body;
    const options: RequestOptions = {
      ...{ agent, host: '127.0.0.1', port, localAddress: address, path, method },
      headers: {
        host,
        'user-agent': 'Trial browser',
        // A false claim that must be ignored.
        'x-forwarded-for': claimedAddress,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(typeof bytes === 'string' && { 'content-length': Buffer.byteLength(bytes) }),
        ...(bytes instanceof Buffer && { 'content-length': bytes.length }),
        ...headers,
      },
    };
    return new Promise((resolve, reject) => {
      const sent = request(options, (response) => {
        for (const line of response.headers['set-cookie'] ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        resolve({ status: response.statusCode ?? 0, body: response });
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // Like a browser, sends a request again if its kept connection was closed meanwhile.
        const isStale = sent.reusedSocket && error.code === 'ECONNRESET';
        if (isStale && !(body instanceof Readable)) {
          watch(path, { method, ...(headers && { headers }), ...(body && { body }) }).then(
            resolve,
            reject,
          );
        } else reject(error);
      });
      if (bytes instanceof Readable) bytes.pipe(sent);
      else sent.end(bytes);
    });
  };
  const send = async (path: string, init: SentRequest) => {
    const { status, body } = await watch(path, init);
    const parts: Buffer[] = [];
    for await (const part of body) parts.push(part as Buffer);
    return new Response(Buffer.concat(parts), { status });
  };
  const client = createClient(endpoints, (path, init) => send(path, init as SentRequest));
  return { ...client, address, send, watch, leave: () => agent.destroy() };
}

/** An owner who signed up, confirmed and signed in through the proxy. */
export async function proxiedOwner(proxy: ReachedProxy, mail: SmtpStandIn): Promise<ProxiedOwner> {
  const person = proxiedPerson(proxy);
  const email = newEmail();
  await person.signUp({ body: signUpBody(email) });
  await person.verifyEmail({
    body: { token: await mailedToken(mail, email, /type=signup&token=([\w-]+)/) },
  });
  await person.signIn({ body: { email, password } });
  const { contact } = await person.createContact({
    body: {
      ...{ name: 'Boris', email: newEmail(), phone: '', relationship: '', notes: '', address: '' },
      ...{ category: 'family' as const, preferred_language: 'en' as const },
      ...{ is_minor: false, has_guardian_consent: false },
    },
  });
  return { ...person, email, contactId: contact.id };
}

/** A new instruction; sending it twice sends the same draft. */
export const instructionOf = ({ contactId }: ProxiedOwner) => ({
  ...{ draft_id: randomUUID(), title: 'Keys', content: 'In the drawer.' },
  ...{ category: 'personal' as const, priority: 'high' as const },
  ...{ recipient_name: '', recipient_email: '', trusted_contact_ids: [contactId] },
});
