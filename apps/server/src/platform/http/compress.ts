import type { MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { type HttpEnv, requestHeader } from './http-context.ts';

/** Compresses answers for those who can read them so; for others it does not even look at them. */
export function compressWhereAsked(): MiddlewareHandler<HttpEnv> {
  const compressed = compress();
  return (c, next) =>
    requestHeader(c, 'accept-encoding') === undefined ? next() : compressed(c, next);
}
