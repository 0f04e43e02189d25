import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

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
    hasMoreHeaders?: boolean;
    /** The answer carries the id of its request. */
    isNamed?: boolean;
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
  c.set('hasMoreHeaders', true);
}
