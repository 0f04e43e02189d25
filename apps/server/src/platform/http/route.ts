import type { Readable } from 'node:stream';
import type { Endpoint, HandlerResult, ParsedInput, ProgressOf } from '@zavet/contract/endpoint';
import type { CookieOptions } from 'hono/utils/cookie';

/** In this program moments of answers may be a `Date`. */
declare module '@zavet/contract/fields' {
  interface TimestampInputs {
    date: Date;
  }
}

/** The signed-in person behind a call. */
export interface Owner {
  user_id: string;
  session_id: string;
}

export interface Caller {
  /** Network address of the client, behind any trusted proxies. */
  address: string;
  user_agent: string | null;
  request_id: string;
}

export interface CookieReader {
  get(name: string): string | undefined;
}

/**
 * Cookies are HttpOnly, SameSite=Lax and Path=/ unless said otherwise; on an https address they are
 * Secure, have the prefix `__Host-` and always Path=/. They are sent with a success and with an
 * expected failure, not with a crash.
 */
export interface Cookies extends CookieReader {
  set(name: string, value: string, options?: CookieOptions): void;
  /** Name the same path as when setting, or the browser keeps the cookie. */
  clear(name: string, options?: CookieOptions): void;
}

interface CallContext {
  caller: Caller;
  cookies: Cookies;
  /** Aborted when the client goes away before the answer. */
  signal: AbortSignal;
}

/**
 * A body that is a file: exactly `size` bytes, or reading fails. Its pieces share one buffer: each is
 * good until the next one is asked for.
 */
export interface Upload {
  size: number;
  bytes: AsyncIterable<Buffer>;
}

/** An answer that is a file: always a download, never shown in our own origin. */
export interface Download {
  bytes: Readable;
  /** Unknown for what is put together while it is sent. */
  size?: number;
  mime_type: string;
  file_name: string;
}

/** A file that is read from any place on, so that a download that broke off can go on. */
export interface ResumableDownload extends Pick<Download, 'mime_type' | 'file_name'> {
  size: number;
  /** Names these very bytes, in quotes: what was begun with another one is not gone on with. */
  etag: string;
  /** Both ends included. */
  open(start: number, end: number): Promise<Readable>;
}

/** What a handler receives. Reading `owner` where the endpoint asks for none is a crash. */
export type Call<E extends Endpoint> = ParsedInput<E> &
  CallContext & {
    owner: [Extract<E['callers'], 'owner' | 'operator'>] extends [never] ? never : Owner;
  } & ('bytes' extends E['body'] ? { upload: Upload } : unknown);

/** What a handler answers with: the contract's shape, a page, a file, or work that can be watched. */
type Answered<E extends Endpoint> = [NonNullable<E['progress']>] extends [never]
  ? Finished<E>
  : AsyncGenerator<Frozen<ProgressOf<E>>, Finished<E>, undefined>;

type Finished<E extends Endpoint> = E['output'] extends 'html'
  ? string
  : E['output'] extends 'bytes'
    ? Download | ResumableDownload
    : Frozen<HandlerResult<E>>;

/** Outputs are copied field by field, so literals and frozen lists will do as well. */
type Frozen<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: Frozen<T[K]> }
      : T;

/** An endpoint of the contract with the code that answers it. */
export interface Route {
  readonly endpoint: Endpoint;
  handle(call: unknown): unknown;
  readonly piggybacksSession?: boolean;
}

interface RouteOptions {
  /**
   * The session is looked at together with the first statement of the handler, which is therefore
   * sent before anybody knows whether the session still holds. Only for handlers that read, and for
   * a statement that looks at the session and its limit itself before it writes.
   */
  piggybacksSession?: boolean;
}

/** `const` keeps `{ status: 'ok' }` from widening before it is compared with the contract. */
export function route<E extends Endpoint, const Output extends Answered<E>>(
  endpoint: E,
  handler: (call: Call<E>) => Output | Promise<Output>,
  { piggybacksSession = false }: RouteOptions = {},
): Route {
  // The binding parses the input with this very endpoint's schemas before it calls.
  return { endpoint, handle: (call) => handler(call as Call<E>), piggybacksSession };
}
