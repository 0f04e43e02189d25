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
    schema: S,
  ): Promise<z.output<S>>;
  /** Undefined if the resource does not exist. */
  get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S> | undefined>;
}

const yookassaError = z.object({
  code: z.string(),
  description: z.string().optional(),
  /** Delay in milliseconds. */
  retry_after: z.number().optional(),
});

const timeoutMs = 15_000;
/** A list has at most a hundred payments with some dozens of fields. */
export const answerBounds = { bytes: 1024 * 1024, depth: 12, values: 20_000 };

/** HTTP client of the provider. Any unclear response means that the outcome is unknown. */
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
    post: async (path, body, idempotenceKey, schema) => {
      const response = await call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotence-key': idempotenceKey },
        body: JSON.stringify(body),
      });
      return parseResponse(response, schema);
    },
    get: async (path, schema) => {
      const response = await call(path, { method: 'GET' });
      if (response.status !== 404) return parseResponse(response, schema);
      // A wrong address answers 404 as well, so only the provider's own error counts.
      const error = yookassaError.safeParse(await readJson(response)).data;
      if (error?.code === 'not_found') return undefined;
      throw new ProviderOutcomeUnknown('The response 404 did not come from the provider.');
    },
  };
}

async function parseResponse<S extends z.ZodType>(
  response: Response,
  schema: S,
): Promise<z.output<S>> {
  const body = await readJson(response);
  if (response.ok) {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    throw new ProviderOutcomeUnknown('The provider answered with something else.', {
      cause: parsed.error,
    });
  }
  const error = yookassaError.safeParse(body).data;
  // Other errors, such as wrong credentials, leave the state of the payment unknown.
  if (response.status === 400 && error) {
    throw new ProviderRefused(error.code, error.description ?? '');
  }
  throw new ProviderOutcomeUnknown(`The provider answered ${response.status}.`, {
    ...(error?.retry_after && { retryAfterMs: error.retry_after }),
  });
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await readBoundedJson(response, answerBounds);
  } catch (cause) {
    // The request may have been executed, although its response was truncated.
    if (response.ok)
      throw new ProviderOutcomeUnknown('The response of the provider was truncated.', { cause });
    return undefined;
  }
}
