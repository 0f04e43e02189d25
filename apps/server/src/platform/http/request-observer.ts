import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { newId } from '../new-id.ts';
import { resolveClientAddress, type TrustedProxies } from './client-address.ts';
import { type HttpEnv, requestHeader } from './http-context.ts';

/** Gives every request its id and client address, and writes one line about it when it is over. */
export function observeRequests(log: Logger, trusted: TrustedProxies): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    const requestId = newId();
    const peer = c.env.incoming.socket.remoteAddress;
    c.set('requestId', requestId);
    c.set('address', resolveClientAddress(peer, requestHeader(c, 'x-forwarded-for'), trusted));
    c.set('routeTemplate', 'unknown');
    await next();
    if (!c.get('isNamed')) c.res.headers.set('X-Request-Id', requestId);

    const route = c.get('routeTemplate');
    log[route.startsWith('/api/') ? 'info' : 'debug'](
      {
        code: 'request_answered',
        request_id: requestId,
        method: c.req.method,
        route,
        status: c.res.status,
        duration_ms: Math.round(performance.now() - startedAt),
        address: c.get('address'),
      },
      'a request was answered',
    );
  };
}
