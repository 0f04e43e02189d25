import { once } from 'node:events';
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
} from 'node:http';
import { request as requestTls } from 'node:https';
import type { TLSSocket } from 'node:tls';

const problemTexts: Record<string, string> = {
  ENOTFOUND: 'has a name that cannot be resolved',
  EAI_AGAIN: 'has a name that cannot be resolved now',
  ECONNREFUSED: 'refuses connections',
  ECONNRESET: 'breaks connections off',
  EPIPE: 'breaks connections off',
  UND_ERR_SOCKET: 'breaks connections off',
  ETIMEDOUT: 'does not answer in time',
  UND_ERR_CONNECT_TIMEOUT: 'does not answer in time',
  EHOSTUNREACH: 'cannot be reached from this machine',
  ENETUNREACH: 'cannot be reached from this machine',
  CERT_HAS_EXPIRED: 'shows a certificate that has expired',
  CERT_NOT_YET_VALID: 'shows a certificate that is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'shows a certificate that it signed itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'shows a certificate of an authority that is not known here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'does not show the whole chain of its certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'shows a certificate of an authority that is not known here',
  ERR_TLS_CERT_ALTNAME_INVALID: 'shows a certificate for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'does not speak TLS on this port',
  EPROTO: 'does not speak TLS on this port',
};

export interface HttpReply {
  status: number;
  headers: IncomingHttpHeaders;
  /** The beginning of the body. */
  text: string;
  /** Undefined without TLS. */
  certificateEndsAt: Date | undefined;
}

interface RequestOptions {
  method?: 'GET' | 'HEAD';
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

const maxTextLength = 64 * 1024;

const timeoutMs = 8_000;

/** Sends one request over a new connection, without following redirects. */
export async function fetchOnce(url: string, options: RequestOptions = {}): Promise<HttpReply> {
  const { method = 'GET', headers, signal } = options;
  const send = new URL(url).protocol === 'https:' ? requestTls : request;
  const sent: ClientRequest = send(url, {
    ...{ method, signal, agent: false },
    headers: { accept: 'application/json', 'user-agent': 'zavet', ...headers },
  });
  const timer = setTimeout(() => sent.destroy(new Error('timed out')), timeoutMs);
  try {
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const certificateEndsAt = certificateEnd(response);
    const text = method === 'HEAD' ? '' : await readBeginning(response);
    const { statusCode: status = 0, headers: received } = response;
    return { status, headers: received, text, certificateEndsAt };
  } finally {
    clearTimeout(timer);
    sent.destroy();
  }
}

async function readBeginning(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk;
    if (text.length > maxTextLength) break;
  }
  return text;
}

function certificateEnd({ socket }: IncomingMessage): Date | undefined {
  const { valid_to } = (socket as Partial<TLSSocket>).getPeerCertificate?.() ?? {};
  return valid_to ? new Date(valid_to) : undefined;
}

/** Describes connection and TLS errors; undefined for other errors. */
export function connectionProblem(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, errors } = current as { code?: unknown; errors?: unknown };
    // Happy eyeballs: one error per address.
    if (Array.isArray(errors) && errors.length > 0) return connectionProblem(errors[0]);
    const words = typeof code === 'string' ? problemTexts[code] : undefined;
    if (words) return words;
    if (/time-?out|timed out/i.test(current.message)) return 'does not answer in time';
  }
  return undefined;
}

export function isCertificateProblem(error: unknown): boolean {
  const problem = connectionProblem(error);
  return problem?.includes('certificate') ?? false;
}
