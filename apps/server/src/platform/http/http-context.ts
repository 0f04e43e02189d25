import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { generateCookie } from 'hono/cookie';
import { type CookieOptions, parse } from 'hono/utils/cookie';
import type { CookieReader, Cookies } from './route.ts';

export interface HttpEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    address: string;
    /** What the request log calls this request: a template, never the address line itself. */
    routeTemplate: string;
    secureHeadersNonce?: string;
    /** What every answer of the API carries; pages get theirs from a middleware. */
    apiHeaders?: Readonly<Record<string, string>>;
    /** The answer gets headers besides those it is made with: cookies, or when to try again. */
    hasExtraHeaders?: boolean;
    /** The answer carries the id of its request. */
    hasRequestId?: boolean;
    /** Of an answer that is a failure. */
    errorCode?: string;
    /** The signed-in person who calls. */
    ownerId?: string;
  };
}

export type HttpContext = Context<HttpEnv>;

/** A header of the request as Node has parsed it: asking the web request would parse all of them again. */
export function requestHeader(c: HttpContext, name: string): string | undefined {
  const value = c.env.incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** A header of the answer that is still to be made. */
export function addHeader(c: HttpContext, name: string, value: string): void {
  c.header(name, value, { append: true });
  c.set('hasExtraHeaders', true);
}

/**
 * Over https every cookie is a `__Host-` one: no neighbour of our host, and nobody on an
 * unencrypted line, can plant or overwrite it. Such cookies have the path /.
 */
export function cookieReader(c: HttpContext, isSecure: boolean): CookieReader {
  const read = (name: string) => parse(requestHeader(c, 'cookie') ?? '', name)[name];
  return {
    get: (name) => read(nameOf(name, isSecure)),
  };
}

/** Cookies of one call, kept back until `send`. */
export function callCookies(c: HttpContext, isSecure: boolean): { cookies: Cookies; send(): void } {
  const written: string[] = [];
  const reader = cookieReader(c, isSecure);
  const write = (name: string, value: string, options: CookieOptions) => {
    const defaults = { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure } as const;
    written.push(generateCookie(name, value, { ...defaults, ...options } as CookieOptions));
  };
  const clear = (name: string, options: CookieOptions) =>
    write(name, '', { ...options, maxAge: 0, expires: undefined });
  const placed = (options: CookieOptions) => (isSecure ? { ...options, path: '/' } : options);
  return {
    cookies: {
      ...reader,
      set: (name, value, options = {}) => {
        write(nameOf(name, isSecure), value, placed(options));
      },
      clear: (name, options = {}) => {
        clear(nameOf(name, isSecure), placed(options));
      },
    },
    send: () => {
      for (const cookie of written) addHeader(c, 'Set-Cookie', cookie);
    },
  };
}

function nameOf(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
