import { once } from 'node:events';
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
} from 'node:http';
import { request as requestSafely } from 'node:https';
import type { TLSSocket } from 'node:tls';

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The beginning of the body. */
  text: string;
  /** Until when the certificate is good; undefined without TLS. */
  certificateEndsAt: Date | undefined;
}

export interface AskOptions {
  method?: 'GET' | 'HEAD';
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

const longestText = 64 * 1024;
const timeoutMs = 8_000;

/** One request on a connection of its own; follows to nowhere else. */
export async function askOnce(url: string, options: AskOptions = {}): Promise<HttpAnswer> {
  const { method = 'GET', headers, signal } = options;
  const send = new URL(url).protocol === 'https:' ? requestSafely : request;
  const asked: ClientRequest = send(url, {
    ...{ method, signal, agent: false },
    headers: { accept: 'application/json', 'user-agent': 'zavet', ...headers },
  });
  const tooLate = setTimeout(() => asked.destroy(new Error('timed out')), timeoutMs);
  try {
    asked.end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const certificateEndsAt = certificateEnd(response);
    const text = method === 'HEAD' ? '' : await beginningOf(response);
    const { statusCode: status = 0, headers: received } = response;
    return { status, headers: received, text, certificateEndsAt };
  } finally {
    clearTimeout(tooLate);
    asked.destroy();
  }
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += chunk;
    if (text.length > longestText) break;
  }
  return text;
}

function certificateEnd({ socket }: IncomingMessage): Date | undefined {
  const { valid_to } = (socket as Partial<TLSSocket>).getPeerCertificate?.() ?? {};
  return valid_to ? new Date(valid_to) : undefined;
}
