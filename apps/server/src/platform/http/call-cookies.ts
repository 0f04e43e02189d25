import { generateCookie, getCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import type { HttpContext } from './http-context.ts';
import type { CookieReader, Cookies } from './route.ts';

export function cookieReader(c: HttpContext): CookieReader {
  return { get: (name) => getCookie(c, name) };
}

/** Cookies of one call, kept back until `send`. */
export function callCookies(c: HttpContext, isSecure: boolean): { cookies: Cookies; send(): void } {
  const written: string[] = [];
  const write = (name: string, value: string, options: CookieOptions) => {
    const defaults = { path: '/', httpOnly: true, sameSite: 'Lax', secure: isSecure } as const;
    written.push(generateCookie(name, value, { ...defaults, ...options } as CookieOptions));
  };
  return {
    cookies: {
      ...cookieReader(c),
      set: (name, value, options = {}) => write(name, value, options),
      clear: (name, options = {}) => write(name, '', { ...options, maxAge: 0, expires: undefined }),
    },
    send: () => {
      for (const cookie of written) c.header('Set-Cookie', cookie, { append: true });
    },
  };
}
