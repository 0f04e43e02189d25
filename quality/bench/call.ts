import { Agent, type IncomingMessage, request } from 'node:http';
import { type AnyInput, requestOf } from '@zavet/contract/client';
import type { Endpoint } from '@zavet/contract/endpoint';
import { newCallerAddress } from './server.ts';

/** A server and a session. */
export interface Target {
  url: string;
  cookie: string;
  /** The caller's network address; a new one for each call by default, because of rate limits. */
  address?: string;
}

export interface Answer {
  bytes: number;
  json<T>(): T;
}

const agent = new Agent({ keepAlive: true });

/**
 * Makes a call with little work in the client, because this work adds to the time of both servers.
 */
export function call(
  { url, cookie, address = newCallerAddress() }: Target,
  endpoint: Endpoint,
  input: AnyInput = {},
  file?: Buffer,
): Promise<Answer> {
  const { path, method, headers, body } = requestOf(endpoint, input);
  const fileHeaders = file && { 'content-type': 'application/octet-stream' };
  const content = file ?? (body as string | undefined);
  return new Promise((resolve, reject) => {
    request(url + path, {
      agent,
      method,
      headers: {
        ...headers,
        ...fileHeaders,
        ...(content !== undefined && { 'content-length': Buffer.byteLength(content) }),
        cookie,
        'x-forwarded-for': address,
      },
    })
      .on('error', reject)
      .once('response', (response) => resolve(read(response, `${method} ${path}`)))
      .end(content);
  });
}

async function read(response: IncomingMessage, description: string): Promise<Answer> {
  const isJson = response.headers['content-type']?.startsWith('application/json');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (isJson) chunks.push(chunk);
  }
  const text = () => Buffer.concat(chunks).toString();
  if (response.statusCode !== 200)
    throw new Error(`${description}: ${response.statusCode} ${text()}`);
  return { bytes, json: <T>() => JSON.parse(text()) as T };
}
