import type { Endpoint } from '@zavet/contract/endpoint';
import { ZodObject } from 'zod';
import { requiresSession } from './bind-route.ts';
import type { Route } from './route.ts';

/** Requires a one-to-one correspondence of endpoints and routes, so none is undocumented. */
export function assertRoutesCoverContract(
  endpoints: Record<string, Endpoint>,
  routes: readonly Route[],
): void {
  const problems = [
    ...repeatedIds(Object.values(endpoints)),
    ...repeatedPaths(Object.values(endpoints)),
    ...uncountableLimits(Object.values(endpoints)),
    ...misplacedCodes(Object.values(endpoints)),
    ...misplacedProofs(Object.values(endpoints)),
    ...unboundEndpoints(Object.values(endpoints), routes),
    ...strayRoutes(Object.values(endpoints), routes),
  ];
  if (problems.length > 0) {
    throw new Error(`Routes do not match the contract: ${problems.join('; ')}`);
  }
}

function signatureOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`;
}

function unboundEndpoints(endpoints: Endpoint[], routes: readonly Route[]): string[] {
  return endpoints.flatMap((endpoint) => {
    const count = routes.filter((route) => route.endpoint === endpoint).length;
    if (count === 1) return [];
    return [`${endpoint.id} has ${count === 0 ? 'no route' : `${count} routes`}`];
  });
}

function strayRoutes(endpoints: Endpoint[], routes: readonly Route[]): string[] {
  return routes
    .filter((route) => !endpoints.includes(route.endpoint))
    .map((route) => `${route.endpoint.id} is routed but not in the contract`);
}

function repeatedIds(endpoints: Endpoint[]): string[] {
  return findRepeated(endpoints.map((endpoint) => endpoint.id)).map((id) => `${id} is used twice`);
}

function repeatedPaths(endpoints: Endpoint[]): string[] {
  const shapes = endpoints.map((endpoint) => signatureOf(endpoint).replace(/\{\w+\}/g, '{}'));
  return findRepeated(shapes).map((shape) => `${shape} is used twice`);
}

/** Reports endpoints with account limits that have no session. */
function uncountableLimits(endpoints: Endpoint[]): string[] {
  return endpoints
    .filter((endpoint) => !requiresSession(endpoint))
    .filter((endpoint) => endpoint.limits?.some((limit) => limit.per === 'account'))
    .map((endpoint) => `${endpoint.id} is limited per account but has no session`);
}

/**
 * Reports endpoints that ask for a code but are not for operators or have no body to send it in.
 */
function misplacedCodes(endpoints: Endpoint[]): string[] {
  return endpoints
    .filter(({ asksForCode }) => asksForCode)
    .filter(({ callers, body }) => callers !== 'operator' || !body || body === 'bytes')
    .map(({ id }) => `${id} requires a code that cannot be sent`);
}

/**
 * Reports impossible proofs: they require a session, and their exceptions must be fields of the
 * body.
 */
function misplacedProofs(endpoints: Endpoint[]): string[] {
  return endpoints
    .filter(({ proof, proofUnless }) => proof ?? proofUnless)
    .filter(
      (endpoint) =>
        !endpoint.proof ||
        !requiresSession(endpoint) ||
        Object.keys(endpoint.proofUnless ?? {}).some((field) => !hasField(endpoint, field)),
    )
    .map(({ id }) => `${id} requires a proof that is impossible`);
}

function hasField({ body }: Endpoint, field: string): boolean {
  return body instanceof ZodObject && field in body.shape;
}

function findRepeated(values: string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}
