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
    /** Logged instead of the URL. */
    routeTemplate: string;
    secureHeadersNonce?: string;
    /** Security headers of every API response; pages get theirs from a middleware. */
    apiHeaders?: Readonly<Record<string, string>>;
    /** The response has cookies or other added headers. */
    hasExtraHeaders?: boolean;
    hasRequestId?: boolean;
    errorCode?: string;
    ownerId?: string;
  };
}

export type HttpContext = Context<HttpEnv>;

/** Reads Node's parsed headers; the web request would parse all of them again. */
export function requestHeader(c: HttpContext, name: string): string | undefined {
  const value = c.env.incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Adds a header to the future response. */
export function addHeader(c: HttpContext, name: string, value: string): void {
  c.header(name, value, { append: true });
  c.set('hasExtraHeaders', true);
}

/**
 * With https, cookies have the prefix `__Host-`: neither sibling hosts nor unencrypted connections can
 * set them. They require the path /.
 */
export function cookieReader(c: HttpContext, isSecure: boolean): CookieReader {
  const read = (name: string) => parse(requestHeader(c, 'cookie') ?? '', name)[name];
  return {
    get: (name) => read(nameOf(name, isSecure)),
  };
}

/** Collects the cookies of a call until `sendCookies`. */
export function collectCookies(
  c: HttpContext,
  isSecure: boolean,
): { cookies: Cookies; sendCookies(): void } {
  const written: string[] = [];
  const reader = cookieReader(c, isSecure);
  const write = (name: string, value: string, options: CookieOptions) => {
    const defaults = { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure } as const;
    written.push(generateCookie(name, value, { ...defaults, ...options } as CookieOptions));
  };
  const clear = (name: string, options: CookieOptions) =>
    write(name, '', { ...options, maxAge: 0, expires: undefined });
  const withPath = (options: CookieOptions) => (isSecure ? { ...options, path: '/' } : options);
  return {
    cookies: {
      ...reader,
      set: (name, value, options = {}) => {
        write(nameOf(name, isSecure), value, withPath(options));
      },
      clear: (name, options = {}) => {
        clear(nameOf(name, isSecure), withPath(options));
      },
    },
    sendCookies: () => {
      for (const cookie of written) addHeader(c, 'Set-Cookie', cookie);
    },
  };
}

function nameOf(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
