import { randomUUID } from 'node:crypto';
import { Agent, type RequestOptions, request } from 'node:https';
import { Readable } from 'node:stream';
import { type Client, createClient } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';
import type { SmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { newEmail, password, signUpBody } from '../bench/owners.ts';
import { mailedToken } from './people.ts';
import { host, type ReverseProxy } from './reverse-proxies.ts';

/** A person with a browser and a network address, who calls through a proxy. */
export interface ProxiedPerson extends Client {
  address: string;
  /** Sends a request outside of the typed client. */
  send(path: string, init: RequestInput): Promise<Response>;
  /** Sends a request outside of the typed client and streams its response. */
  stream(path: string, init: RequestInput): Promise<{ status: number; body: Readable }>;
  closeConnections(): void;
}

export interface ProxiedOwner extends ProxiedPerson {
  email: string;
  /** A contact of the owner. */
  contactId: string;
}

export interface RequestInput {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Blob | Readable;
}

/** Port and certificate of a proxy, as a browser needs them. */
type ProxyAddress = Pick<ReverseProxy, 'port' | 'ca'>;

const claimedAddress = '203.0.113.9';
let personCount = 0;

function createProxiedPerson({ port, ca }: ProxyAddress): ProxiedPerson {
  personCount += 1;
  const address = `127.20.${personCount >> 8}.${personCount & 255}`;
  const agent = new Agent({ keepAlive: true, ca, servername: host });
  const cookies = new Map<string, string>();

  const stream: ProxiedPerson['stream'] = async (path, { method = 'GET', headers, body }) => {
    const bytes = body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : body;
    const options: RequestOptions = {
      ...{ agent, host: '127.0.0.1', port, localAddress: address, path, method },
      headers: {
        host,
        'user-agent': 'Trial browser',
        // A forged header that the product must ignore.
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
        // As browsers do, repeats a request if its reused connection was closed.
        const isStale = sent.reusedSocket && error.code === 'ECONNRESET';
        if (isStale && !(body instanceof Readable)) {
          stream(path, { method, ...(headers && { headers }), ...(body && { body }) }).then(
            resolve,
            reject,
          );
        } else reject(error);
      });
      if (bytes instanceof Readable) bytes.pipe(sent);
      else sent.end(bytes);
    });
  };
  const send = async (path: string, init: RequestInput) => {
    const { status, body } = await stream(path, init);
    const chunks: Buffer[] = [];
    for await (const part of body) chunks.push(part as Buffer);
    return new Response(Buffer.concat(chunks), { status });
  };
  const client = createClient(endpoints, (path, init) => send(path, init as RequestInput));
  return { ...client, address, send, stream, closeConnections: () => agent.destroy() };
}

/** An owner who signed up, confirmed and signed in through the proxy. */
export async function createProxiedOwner(
  proxy: ProxyAddress,
  mail: SmtpStandIn,
): Promise<ProxiedOwner> {
  const person = createProxiedPerson(proxy);
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

/** Body of a new instruction; its draft id makes a repeated request idempotent. */
export const instructionOf = ({ contactId }: ProxiedOwner) => ({
  ...{ draft_id: randomUUID(), title: 'Keys', content: 'In the drawer.' },
  ...{ category: 'personal' as const, priority: 'high' as const },
  ...{ recipient_name: '', recipient_email: '', trusted_contact_ids: [contactId] },
});
