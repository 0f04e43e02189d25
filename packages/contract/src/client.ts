import type { CallInput, Endpoint, OutputOf } from './endpoint.ts';
import type { EndpointName, endpoints } from './endpoints.ts';
import {
  type ErrorBody,
  type ErrorCode,
  type ErrorFacts,
  type FieldErrorCode,
  isErrorCode,
} from './errors.ts';

/** Media type of a response streamed line by line. */
export const streamedLines = 'application/x-ndjson';

type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E>
    ? [input?: CallInput<E>, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions];

export interface CallOptions {
  signal?: AbortSignal;
}

export type Client = {
  [Name in EndpointName]: (
    ...args: CallArguments<(typeof endpoints)[Name]>
  ) => Promise<Received<OutputOf<(typeof endpoints)[Name]>>>;
};

/** In a browser, a page is text and a file is a `Blob`. */
type Received<Output> = Output extends 'html' ? string : Output extends 'bytes' ? Blob : Output;

/** An error response of the server. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;
  readonly fields: Record<string, FieldErrorCode>;
  readonly requestId: string | undefined;

  constructor(status: number, body: ErrorBody | undefined) {
    const code = body?.error.code ?? 'internal_error';
    super(code);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.facts = body?.error.facts ?? {};
    this.fields = body?.error.fields ?? {};
    this.requestId = body?.request_id;
  }
}

/** Returns one function per endpoint. Network errors of `send` are thrown unchanged. */
export function createClient(
  table: Record<EndpointName, Endpoint>,
  send: (path: string, init: RequestInit) => Promise<Response>,
): Client {
  const names = Object.keys(table) as EndpointName[];
  const calls = names.map((name) => [name, createCall(table[name], send)]);
  return Object.fromEntries(calls) as Client;
}

function createCall(
  endpoint: Endpoint,
  send: (path: string, init: RequestInit) => Promise<Response>,
) {
  return async (input: AnyInput = {}, options: CallOptions = {}): Promise<unknown> => {
    const { path, ...init } = requestOf(endpoint, input);
    const response = await send(path, options.signal ? { ...init, signal: options.signal } : init);
    if (!response.ok) throw await errorOf(response);
    if (endpoint.output === 'html') return response.text();
    return endpoint.output === 'bytes' ? response.blob() : response.json();
  };
}

export interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  headers?: Record<string, string>;
  body?: unknown;
}

interface EndpointRequest {
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: string | Blob;
}

/** Builds the request of a call, for callers that do not use `fetch`. */
export function requestOf(endpoint: Endpoint, input: AnyInput = {}): EndpointRequest {
  const headers = { accept: 'application/json', ...input.headers };
  const request = { path: pathOf(endpoint, input), method: endpoint.method, headers };
  if (input.body === undefined) return request;
  const isFile = input.body instanceof Blob;
  return {
    ...request,
    headers: {
      ...headers,
      'content-type': isFile ? 'application/octet-stream' : 'application/json',
    },
    body: isFile ? (input.body as Blob) : JSON.stringify(input.body),
  };
}

function pathOf(endpoint: Endpoint, input: AnyInput): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`;
}

/** Converts an error response to an error. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  return new ApiError(response.status, isErrorCode(body?.error?.code) ? body : undefined);
}
