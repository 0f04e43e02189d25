import type { AnyInput } from '@zavet/contract/client';
import type { Endpoint, OutputOf } from '@zavet/contract/endpoint';
import { type EndpointName, endpoints } from '@zavet/contract/endpoints';
import type { ErrorCode, ErrorFacts, FieldErrorCode } from '@zavet/contract/errors';

/** A received call of the contract. */
export interface Call extends Required<Pick<AnyInput, 'params' | 'query'>> {
  name: EndpointName;
  body: unknown;
}

type JsonOutput<Name extends EndpointName> = OutputOf<(typeof endpoints)[Name]>;
/** Files are returned unchanged. */
type Output<Name extends EndpointName> = JsonOutput<Name> extends 'bytes' ? Blob : JsonOutput<Name>;
type Answer<Name extends EndpointName> =
  | Output<Name>
  | ((call: Call) => Output<Name> | Promise<Output<Name>>);

/** Thrown by an answer to make the server refuse the call with this code. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(
    status: number,
    code: ErrorCode,
    details: { facts?: ErrorFacts; fields?: Record<string, FieldErrorCode> } = {},
  ) {
    super(code);
    this.status = status;
    this.body = { error: { code, ...details }, request_id: 'r-1' };
  }
}

/** Replaces the server behind `fetch` and uploads: answers and records calls of the contract. */
export class FakeServer {
  readonly calls: Call[] = [];
  /** Calls without an answer; they fail the test. */
  readonly unanswered: string[] = [];
  isAway = false;
  readonly #answers = new Map<EndpointName, (call: Call) => unknown>();

  answer<Name extends EndpointName>(name: Name, answer: Answer<Name>): void {
    const respond = typeof answer === 'function' ? answer : () => answer;
    this.#answers.set(name, respond as (call: Call) => unknown);
  }

  /** Clears all answers and calls. */
  reset(): void {
    this.calls.length = 0;
    this.unanswered.length = 0;
    this.isAway = false;
    this.#answers.clear();
  }

  refuse(name: EndpointName, ...refusal: ConstructorParameters<typeof Refusal>): void {
    this.#answers.set(name, () => {
      throw new Refusal(...refusal);
    });
  }

  /** Holds calls of this name until the returned function is called. */
  hold(name: EndpointName): () => void {
    const answer = this.#answers.get(name);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#answers.set(name, async (call) => {
      await promise;
      return answer?.(call);
    });
    return resolve;
  }

  callsOf(name: EndpointName): Call[] {
    return this.calls.filter((call) => call.name === name);
  }

  readonly fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    if (this.isAway) throw new TypeError('Failed to fetch');
    const call = callOf(path, init);
    const answer = call && this.#answers.get(call.name);
    if (!call || !answer) {
      this.unanswered.push(`${init.method ?? 'GET'} ${path}`);
      return Response.json({}, { status: 404 });
    }
    this.calls.push(call);
    try {
      const output = await unlessAborted(answer(call), init.signal);
      return output instanceof Blob ? new Response(output) : Response.json(output);
    } catch (error) {
      if (error instanceof Refusal) return Response.json(error.body, { status: error.status });
      throw error;
    }
  };
}

/** The server of the running test, shared by all files of a page. */
export const fakeServer = new FakeServer();

function unlessAborted(answer: unknown, signal: AbortSignal | null | undefined): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
    Promise.resolve(answer).then(resolve, reject);
  });
}

function callOf(path: string, init: RequestInit): Call | undefined {
  const { pathname, searchParams } = new URL(path, location.origin);
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    if (endpoint.method !== (init.method ?? 'GET')) continue;
    const pattern = endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const found = new RegExp(`^/api${pattern}$`).exec(pathname);
    if (!found) continue;
    return {
      name: name as EndpointName,
      params: { ...found.groups },
      query: Object.fromEntries(searchParams),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    };
  }
  return undefined;
}
