import { z } from 'zod';
import { readBoundedJson } from '../../../platform/bounded-json.ts';
import { ProviderOutcomeUnknown, ProviderRefused } from './payment-provider.ts';

export interface YookassaAccess {
  apiUrl: string;
  shopId: string;
  secretKey: string;
}

export interface YookassaClient {
  post<S extends z.ZodType>(
    path: string,
    body: object,
    idempotenceKey: string,
    answer: S,
  ): Promise<z.output<S>>;
  /** Undefined for what does not exist. */
  get<S extends z.ZodType>(path: string, answer: S): Promise<z.output<S> | undefined>;
}

const yookassaError = z.object({
  code: z.string(),
  description: z.string().optional(),
  /** In milliseconds. */
  retry_after: z.number().optional(),
});

const timeoutMs = 15_000;
/** A list has at most a hundred payments of some dozens of fields. */
export const answerBounds = { bytes: 1024 * 1024, depth: 12, values: 20_000 };

/** The HTTP side of the provider: whatever is not a clear answer means that the outcome is unknown. */
export function createYookassaClient(access: YookassaAccess): YookassaClient {
  const credentials = Buffer.from(`${access.shopId}:${access.secretKey}`).toString('base64');
  const base = access.apiUrl.replace(/\/+$/, '');

  async function call(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${base}${path}`, {
        ...init,
        headers: { ...init.headers, authorization: `Basic ${credentials}` },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (cause) {
      throw new ProviderOutcomeUnknown('The provider did not answer.', { cause });
    }
  }

  return {
    post: async (path, body, idempotenceKey, answer) => {
      const response = await call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotence-key': idempotenceKey },
        body: JSON.stringify(body),
      });
      return readAnswer(response, answer);
    },
    get: async (path, answer) => {
      const response = await call(path, { method: 'GET' });
      if (response.status !== 404) return readAnswer(response, answer);
      // Only the provider itself knows what it does not have; a wrong address answers 404 as well.
      const error = yookassaError.safeParse(await jsonOf(response)).data;
      if (error?.code === 'not_found') return undefined;
      throw new ProviderOutcomeUnknown('Somebody else answered 404.');
    },
  };
}

async function readAnswer<S extends z.ZodType>(
  response: Response,
  schema: S,
): Promise<z.output<S>> {
  const body = await jsonOf(response);
  if (response.ok) {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    throw new ProviderOutcomeUnknown('The provider answered with something else.', {
      cause: parsed.error,
    });
  }
  const error = yookassaError.safeParse(body).data;
  // Everything else, such as wrong access data, says nothing about this payment.
  if (response.status === 400 && error) {
    throw new ProviderRefused(error.code, error.description ?? '');
  }
  throw new ProviderOutcomeUnknown(`The provider answered ${response.status}.`, {
    ...(error?.retry_after && { retryAfterMs: error.retry_after }),
  });
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await readBoundedJson(response, answerBounds);
  } catch (cause) {
    // An answer that breaks off may have been a yes.
    if (response.ok)
      throw new ProviderOutcomeUnknown('The answer of the provider broke off.', { cause });
    return undefined;
  }
}
