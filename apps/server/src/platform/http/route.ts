import type { Readable } from 'node:stream';
import type { Endpoint, HandlerResult, ParsedInput, ProgressOf } from '@zavet/contract/endpoint';
import type { CookieOptions } from 'hono/utils/cookie';

/** Handlers may return `Date` for timestamps. */
declare module '@zavet/contract/fields' {
  interface TimestampInputs {
    date: Date;
  }
}

export interface Owner {
  user_id: string;
  session_id: string;
}

export interface Caller {
  /** The client's address, resolved through trusted proxies. */
  address: string;
  user_agent: string | null;
  request_id: string;
}

export interface CookieReader {
  get(name: string): string | undefined;
}

/**
 * Defaults: HttpOnly, SameSite=Lax, Path=/; with https also Secure and the prefix `__Host-`. Sent with
 * results and expected failures, not with internal errors.
 */
export interface Cookies extends CookieReader {
  set(name: string, value: string, options?: CookieOptions): void;
  /** Requires the path that the cookie was set with. */
  clear(name: string, options?: CookieOptions): void;
}

interface CallContext {
  caller: Caller;
  cookies: Cookies;
  /** Aborted when the client disconnects before the response. */
  signal: AbortSignal;
}

/**
 * Reading yields exactly `size` bytes or fails. Pieces share one buffer; each is valid until the
 * next.
 */
export interface Upload {
  size: number;
  bytes: AsyncIterable<Buffer>;
}

/** A file that is sent as an attachment and never shown in our origin. */
export interface Download {
  bytes: Readable;
  /** Undefined for files that are generated while they are sent. */
  size?: number;
  mime_type: string;
  file_name: string;
}

/** A file that supports range requests. */
export interface ResumableDownload extends Pick<Download, 'mime_type' | 'file_name'> {
  size: number;
  /** A strong validator in quotes: a download is only resumed with the same value. */
  etag: string;
  /** Both ends inclusive. */
  open(start: number, end: number): Promise<Readable>;
}

/** The argument of a handler. Reading `owner` throws for endpoints without a session. */
export type Call<E extends Endpoint> = ParsedInput<E> &
  CallContext & {
    owner: [Extract<E['callers'], 'owner' | 'operator'>] extends [never] ? never : Owner;
  } & ('bytes' extends E['body'] ? { upload: Upload } : unknown);

/** The contract's output, a page, a file, or a generator of progress. */
type HandlerOutput<E extends Endpoint> = [NonNullable<E['progress']>] extends [never]
  ? FinalOutput<E>
  : AsyncGenerator<DeepReadonly<ProgressOf<E>>, FinalOutput<E>, undefined>;

type FinalOutput<E extends Endpoint> = E['output'] extends 'html'
  ? string
  : E['output'] extends 'bytes'
    ? Download | ResumableDownload
    : DeepReadonly<HandlerResult<E>>;

/** Outputs are copied, so readonly values are accepted. */
type DeepReadonly<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
      : T;

export interface Route {
  readonly endpoint: Endpoint;
  handle(call: unknown): unknown;
  readonly piggybacksSession?: boolean;
}

interface RouteOptions {
  /**
   * Checks the session in the same message as the first statement of the handler, which therefore
   * runs even if the session has ended. Only for reads, and for writes that check session and limit
   * themselves (`claimPiggyback`).
   */
  piggybacksSession?: boolean;
}

/** `const` prevents the widening of literals such as `{ status: 'ok' }`. */
export function route<E extends Endpoint, const Output extends HandlerOutput<E>>(
  endpoint: E,
  handler: (call: Call<E>) => Output | Promise<Output>,
  { piggybacksSession = false }: RouteOptions = {},
): Route {
  // The input was parsed with the schemas of this endpoint.
  return { endpoint, handle: (call) => handler(call as Call<E>), piggybacksSession };
}
