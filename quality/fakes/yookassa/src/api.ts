import { ApiError, invalid, missing } from './api-error.ts';
import { answerWith, type Call, type Faults } from './faults.ts';
import type { Incoming, Reply } from './http-stand-in.ts';
import type { Idempotence } from './idempotence.ts';
import { pageOf } from './payment-list.ts';
import type { Payments } from './payments.ts';
import { refundsOf } from './refund-list.ts';
import type { Refunds } from './refunds.ts';
import { parse, paymentRequest, refundRequest } from './validation.ts';

/** A call of the API as it came in, for tests to look at. */
export interface SeenRequest {
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
  see: (request: SeenRequest) => void;
}

/** The calls under /v3: who asks, which call it is, what goes wrong with it, and its work. */
export function createApi(deps: ApiDeps): (incoming: Incoming) => Promise<Reply> {
  const { shopId, secretKey } = deps.access;
  const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`;

  return async (incoming) => {
    const { path, headers, text } = incoming;
    if (headers.authorization !== authorization) {
      return refusal(new ApiError(401, 'invalid_credentials', 'Wrong shop id or secret key'));
    }
    const found = routeOf(deps, incoming);
    if (!found) return refusal(missing('Resource'));
    const fault = deps.faults.take(found.call);
    deps.see({
      call: found.call,
      path,
      idempotence_key: keyOf(incoming) ?? null,
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

function routeOf(deps: ApiDeps, incoming: Incoming): Route | undefined {
  const { payments, refunds, idempotence } = deps;
  const [, , resource, id, ...rest] = incoming.path.split('/');
  if (rest.length > 0) return undefined;
  const once = (act: (body: unknown) => object) => {
    const body = bodyOf(incoming);
    return idempotence.once(keyOf(incoming), incoming.path, body, () => act(body));
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
    if (error instanceof ApiError) return refusal(error);
    throw error;
  }
}

function refusal(error: ApiError): Reply {
  return { kind: 'json', status: error.status, body: error.body() };
}

function keyOf({ headers }: Incoming): string | undefined {
  const key = headers['idempotence-key'];
  return typeof key === 'string' ? key : undefined;
}

function bodyOf({ headers, text }: Incoming): unknown {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) {
    throw new ApiError(415, 'invalid_request', 'The body must be application/json');
  }
  const body = jsonOf(text);
  if (body === undefined) throw invalid('The body is not JSON');
  return body;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
