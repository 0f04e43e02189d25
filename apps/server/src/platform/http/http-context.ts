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
  };
}

export type HttpContext = Context<HttpEnv>;
