import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { newId } from '../ids.ts';
import type { Meter, SpanOptions, TraceSpan, Tracing } from '../observability/telemetry.ts';
import { isTrustedPeer, resolveClientAddress, type TrustedProxies } from './client-address.ts';
import { type HttpContext, type HttpEnv, requestHeader } from './http-context.ts';

/** Polled by proxies and monitors: excluded from rate limits, logs and traces. */
export const probePaths: ReadonlySet<string> = new Set(['/api/live', '/api/ready', '/metrics']);

export interface RequestMonitoring {
  meter?: Meter | undefined;
  tracing?: Tracing | undefined;
}

/** Sets request id and client address, and logs each request. */
export function observeRequests(
  log: Logger,
  trusted: TrustedProxies,
  { meter, tracing }: RequestMonitoring = {},
): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    const requestId = newId();
    const peer = c.env.incoming.socket.remoteAddress;
    c.set('requestId', requestId);
    c.set('address', resolveClientAddress(peer, requestHeader(c, 'x-forwarded-for'), trusted));
    c.set('routeTemplate', 'unknown');
    const isProbe = probePaths.has(c.req.path);
    let traceId: string | undefined;
    if (tracing && !isProbe) {
      const options = spanOptions(c, trusted);
      traceId = await tracing.inSpan(c.req.method, options, (span) => traceRequest(c, next, span));
    } else {
      await next();
    }
    if (!c.get('hasRequestId')) c.res.headers.set('X-Request-Id', requestId);

    const route = c.get('routeTemplate');
    const ms = performance.now() - startedAt;
    meter?.requestAnswered(c.req.method, route, c.res.status, ms / 1_000);
    log[route.startsWith('/api/') && !isProbe ? 'info' : 'debug'](
      {
        code: 'request_answered',
        request_id: requestId,
        method: c.req.method,
        route,
        status: c.res.status,
        error_code: c.get('errorCode'),
        owner_id: c.get('ownerId'),
        duration_ms: Math.round(ms),
        address: c.get('address'),
        trace_id: traceId,
      },
      'request answered',
    );
  };
}

/** Trace headers are only accepted from trusted proxies, like forwarded addresses. */
function spanOptions(c: HttpContext, trusted: TrustedProxies): SpanOptions {
  const traceparent = requestHeader(c, 'traceparent');
  const isTrusted = isTrustedPeer(c.env.incoming.socket.remoteAddress, trusted);
  return {
    kind: 'server',
    attributes: { 'http.request.method': c.req.method },
    ...(traceparent &&
      isTrusted && { caller: { traceparent, tracestate: requestHeader(c, 'tracestate') } }),
  };
}

async function traceRequest(
  c: HttpContext,
  next: () => Promise<void>,
  span: TraceSpan,
): Promise<string> {
  await next();
  const route = c.get('routeTemplate');
  const errorCode = c.get('errorCode');
  span.rename(`${c.req.method} ${route}`);
  span.setAttributes({
    'http.route': route,
    'http.response.status_code': c.res.status,
    'zavet.request_id': c.get('requestId'),
  });
  if (c.res.status >= 500) span.fail(errorCode ?? String(c.res.status));
  else if (errorCode) span.setAttributes({ 'error.type': errorCode });
  return span.traceId;
}
