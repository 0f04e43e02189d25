import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Endpoint } from '@zavet/contract/endpoint';
import { endpoints as contractEndpoints } from '@zavet/contract/endpoints';
import type { ErrorCode } from '@zavet/contract/errors';
import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { fail } from '../failure.ts';
import { answerError } from './answers.ts';
import {
  answerCall,
  type BindingOptions,
  type HasProof,
  type Identify,
  type OperatorGate,
  type Recognise,
} from './bind-route.ts';
import { takeAddressLimits, takeOrFail, withFallback } from './call-limits.ts';
import { limitSubjectOf, parseTrustedProxies } from './client-address.ts';
import { documentationPaths, serveDocumentation } from './documentation-page.ts';
import { type GeneratedPage, serveGeneratedPages } from './generated-pages.ts';
import {
  type ListenOptions,
  lingerAfterEarlyAnswers,
  listenGracefully,
  type RunningServer,
} from './graceful-server.ts';
import { type HttpEnv, requestHeader } from './http-context.ts';
import { type MetricsPage, serveMetricsPage } from './metrics-page.ts';
import { isCrossSiteWrite, isOwnHost } from './origin-checks.ts';
import { createMemoryRateLimiter, type RateLimit, type RateLimiter } from './rate-limiter.ts';
import { observeRequests, probePaths, type RequestMonitoring } from './request-observer.ts';
import type { Route } from './route.ts';
import { assertRoutesCoverContract } from './route-coverage.ts';
import { apiHeaders, fileHeaders, pageHeaders, sandboxHeaders } from './security-headers.ts';
import { answerWeb, type PageValues, readWebFiles } from './web-files.ts';

export interface HttpOptions {
  routes: readonly Route[];
  /** Default: the product's contract. */
  endpoints?: Record<string, Endpoint>;
  identify: Identify;
  hasProof?: HasProof;
  recognise?: Recognise;
  operators?: OperatorGate;
  rateLimiter: RateLimiter;
  /** Counts all API calls. Default: in this process only. */
  generalLimiter?: RateLimiter;
  clock: Clock;
  log: Logger;
  publicUrl: string;
  /** Further origins that may write, such as a development server. */
  extraOrigins?: readonly string[];
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[];
  isProduction: boolean;
  developerRoutesEnabled: boolean;
  webRoot?: string | undefined;
  pageValues?: PageValues;
  generatedPages?: readonly GeneratedPage[];
  /** Pages for search engines. Default: all. */
  indexedPaths?: ReadonlySet<string>;
  /** The code of an infrastructure failure, such as an unavailable database. */
  codeOf(error: unknown): ErrorCode | undefined;
  /** API calls per address. */
  generalLimit?: RateLimit;
  /** For tests. */
  paces?: BindingOptions['paces'];
  monitoring?: RequestMonitoring | undefined;
  /** Metrics, if they are served on this port. */
  metricsPage?: MetricsPage | undefined;
}

export type HttpApp = Hono<HttpEnv>;

/** API calls per address. */
export const defaultGeneralLimit: RateLimit = { max: 600, seconds: 60 };

const serverOptions = {
  headersTimeout: 20_000,
  // For a gigabyte over a slow connection. Stalled bodies are cut off earlier (request-body.ts).
  requestTimeout: 6 * 3_600_000,
  // Longer than the timeout of proxies, so that they never use a connection that is being closed.
  keepAliveTimeout: 65_000,
};

export function createHttpApp(options: HttpOptions): HttpApp {
  const { publicUrl, log, clock } = options;
  const endpoints = options.endpoints ?? contractEndpoints;
  assertRoutesCoverContract(endpoints, options.routes);
  const routes = options.routes.filter(({ endpoint }) => isAvailable(endpoint, options));
  const inMemory = createMemoryRateLimiter(clock);
  const rateLimiter = withFallback(options.rateLimiter, inMemory, log);

  const app: HttpApp = new Hono<HttpEnv>();
  app.onError((error, c) => answerError(c, error, options));
  for (const { endpoint } of routes) {
    if (endpoint.output === 'html') app.use(pathOf(endpoint), sandboxHeaders(publicUrl));
    if (endpoint.output === 'bytes') app.use(pathOf(endpoint), fileHeaders(publicUrl));
  }
  app.use(observeRequests(log, parseTrustedProxies(options.trustedProxies), options.monitoring));
  app.use(pageHeaders(publicUrl, documentationPaths));
  app.use(compressIfAccepted());
  app.use('/api/*', guardApi(options, options.generalLimiter ?? inMemory));
  for (const route of routes.toSorted(fixedPathsFirst)) bindRoute(app, route, options, rateLimiter);
  serveDocumentation(app, endpoints);
  app.all('/api/*', () => fail('not_found'));
  serveMetricsPage(app, options.metricsPage);
  const web = readWebFiles(options.webRoot, options.pageValues);
  serveGeneratedPages(app, options.generatedPages ?? [], (name) => web?.page(name));
  app.all('*', (c) => answerWeb(c, web, options.indexedPaths));
  return app;
}

/** Port 0 selects a free one. */
export function serveHttp(app: HttpApp, options: ListenOptions): Promise<RunningServer> {
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions }) as Server;
  lingerAfterEarlyAnswers(server);
  return listenGracefully(server, options);
}

function guardApi(options: HttpOptions, limiter: RateLimiter): MiddlewareHandler<HttpEnv> {
  const ownOrigins = new Set([new URL(options.publicUrl).origin, ...(options.extraOrigins ?? [])]);
  const limit = options.generalLimit ?? defaultGeneralLimit;
  const headersOfApi = apiHeaders(options.publicUrl);
  return async (c, next) => {
    if (!documentationPaths.has(c.req.path)) c.set('apiHeaders', headersOfApi);
    const headers = {
      origin: requestHeader(c, 'origin'),
      secFetchSite: requestHeader(c, 'sec-fetch-site'),
    };
    if (isCrossSiteWrite(c.req.method, headers, ownOrigins)) fail('cross_origin_refused');
    if (!probePaths.has(c.req.path)) {
      await takeOrFail(limiter, `api:${limitSubjectOf(c.get('address'))}`, limit);
    }
    await next();
  };
}

function bindRoute(app: HttpApp, route: Route, options: HttpOptions, rateLimiter: RateLimiter) {
  const { endpoint } = route;
  const hasSecureCookies = options.publicUrl.startsWith('https:');
  const binding: BindingOptions = { ...options, rateLimiter, hasSecureCookies };
  app.on(endpoint.method, pathOf(endpoint), async (c) => {
    c.set('routeTemplate', `/api${endpoint.path}`);
    if (
      endpoint.callers === 'developer' &&
      !isOwnHost(requestHeader(c, 'host'), options.publicUrl)
    ) {
      fail('cross_origin_refused');
    }
    await takeAddressLimits(rateLimiter, endpoint, limitSubjectOf(c.get('address')));
    return answerCall(c, route, binding);
  });
}

function isAvailable(endpoint: Endpoint, options: HttpOptions): boolean {
  if (endpoint.callers !== 'developer') return true;
  return options.developerRoutesEnabled && !options.isProduction;
}

function pathOf(endpoint: Endpoint): string {
  return `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`;
}

/** `/a/b` takes precedence over `/a/{id}`. */
function fixedPathsFirst(a: Route, b: Route): number {
  return Number(a.endpoint.path.includes('{')) - Number(b.endpoint.path.includes('{'));
}

/** Compresses responses; skips the middleware for clients that do not accept compression. */
function compressIfAccepted(): MiddlewareHandler<HttpEnv> {
  const compressed = compress();
  return (c, next) =>
    requestHeader(c, 'accept-encoding') === undefined ? next() : compressed(c, next);
}
