import { answerWith, type Call, type Faults } from './faults.ts';
import type { Incoming, Reply } from './http-stand-in.ts';
import { type Payments, pageOf } from './payments.ts';
import { ApiError, invalidRequest, notFound } from './protocol.ts';
import { type Refunds, refundsOf } from './refunds.ts';
import { parse, paymentRequest, refundRequest } from './validation.ts';

/** A recorded call of the API, for assertions. */
export interface RecordedRequest {
  call: Call;
  path: string;
  idempotence_key: string | null;
  body: unknown;
  fault: string | null;
}

export interface ApiDeps {
  payments: Payments;
  refunds: Refunds;
  idempotence: Idempotence;
  faults: Faults;
  access: { shopId: string; secretKey: string };
  record: (request: RecordedRequest) => void;
}

/** Handles calls under /v3: checks credentials, finds the route, and applies a configured fault. */
export function createApi(deps: ApiDeps): (incoming: Incoming) => Promise<Reply> {
  const { shopId, secretKey } = deps.access;
  const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`;

  return async (incoming) => {
    const { path, headers, text } = incoming;
    if (headers.authorization !== authorization) {
      return errorReply(new ApiError(401, 'invalid_credentials', 'Wrong shop id or secret key'));
    }
    const found = findRoute(deps, incoming);
    if (!found) return errorReply(notFound('Resource'));
    const fault = deps.faults.take(found.call);
    deps.record({
      call: found.call,
      path,
      idempotence_key: idempotenceKeyOf(incoming) ?? null,
      body: jsonOf(text),
      fault: fault?.fault ?? null,
    });
    return answerWith(fault, () => attempt(found.act));
  };
}

interface Route {
  call: Call;
  act: () => object;
}

function findRoute(deps: ApiDeps, incoming: Incoming): Route | undefined {
  const { payments, refunds, idempotence } = deps;
  const [, , resource, id, ...rest] = incoming.path.split('/');
  if (rest.length > 0) return undefined;
  const once = (act: (body: unknown) => object) => {
    const body = bodyOf(incoming);
    return idempotence.once(idempotenceKeyOf(incoming), incoming.path, body, () => act(body));
  };
  switch (`${incoming.method} ${resource}${id ? '/id' : ''}`) {
    case 'POST payments':
      return {
        call: 'create',
        act: () => once((body) => payments.create(parse(paymentRequest, body))),
      };
    case 'GET payments':
      return { call: 'list', act: () => pageOf(payments, incoming.query) };
    case 'GET payments/id':
      return { call: 'read', act: () => payments.view(id ?? '') };
    case 'POST refunds':
      return {
        call: 'refund',
        act: () => once((body) => refunds.create(parse(refundRequest, body))),
      };
    case 'GET refunds':
      return { call: 'list', act: () => refundsOf(refunds, incoming.query) };
    case 'GET refunds/id':
      return { call: 'read', act: () => refunds.view(id ?? '') };
    default:
      return undefined;
  }
}

function attempt(act: () => object): Reply {
  try {
    return { kind: 'json', status: 200, body: act() };
  } catch (error) {
    if (error instanceof ApiError) return errorReply(error);
    throw error;
  }
}

function errorReply(error: ApiError): Reply {
  return { kind: 'json', status: error.status, body: error.body() };
}

function idempotenceKeyOf({ headers }: Incoming): string | undefined {
  const key = headers['idempotence-key'];
  return typeof key === 'string' ? key : undefined;
}

function bodyOf({ headers, text }: Incoming): unknown {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) {
    throw new ApiError(415, 'invalid_request', 'The body must be application/json');
  }
  const body = jsonOf(text);
  if (body === undefined) throw invalidRequest('The body is not JSON');
  return body;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface Idempotence {
  /**
   * Runs `act` once per key. A repeated request gets the first response; a different request with
   * the same key is refused.
   */
  once(key: string | undefined, path: string, body: unknown, act: () => object): object;
  reset(): void;
}

const keyHeader = 'Idempotence-Key';
const maxLength = 64;
const keyLifetimeMs = 24 * 60 * 60 * 1000;

export function createIdempotence(clock: () => Date): Idempotence {
  const responsesByKey = new Map<string, { request: string; answer: object; expiresAt: number }>();

  return {
    once: (key, path, body, act) => {
      if (!key) throw invalidRequest('Idempotence key is missing', keyHeader);
      if (key.length > maxLength) throw invalidRequest('Idempotence key is too long', keyHeader);
      const now = clock().getTime();
      const request = `${path} ${canonical(body)}`;
      const known = responsesByKey.get(key);
      if (known && known.expiresAt > now) {
        if (known.request !== request)
          throw invalidRequest('Idempotence key duplicated', keyHeader);
        return known.answer;
      }
      // If `act` refuses the request, it throws, so no response is stored.
      const answer = act();
      responsesByKey.set(key, { request, answer, expiresAt: now + keyLifetimeMs });
      return answer;
    },
    reset: () => responsesByKey.clear(),
  };
}

/** JSON with sorted fields, because their order is irrelevant. */
function canonical(body: unknown): string {
  return JSON.stringify(body, (_, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
