import { generateCookie } from 'hono/cookie';
import { type CookieOptions, parse } from 'hono/utils/cookie';
import { addHeader, type HttpContext, requestHeader } from './http-context.ts';
import type { CookieReader, Cookies } from './route.ts';

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
