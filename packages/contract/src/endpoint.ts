import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

type Path = `/${string}`;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * `anyone`: no session needed; access may depend on a link token or cookie. `owner`: a signed-in
 * person, for own data only. `operator`: a signed-in operator with an open desk (one-time code
 * within eight hours). `developer`: only on machines that capture mail, never in production.
 */
export type Callers = 'anyone' | 'owner' | 'operator' | 'developer';

/**
 * Maximum age of the session's last proof (password, passkey or one-time code): `fresh` ten
 * minutes, `recent` one hour. Protects against stolen sessions.
 */
export type Proof = 'fresh' | 'recent';

/** Units of call limits, in seconds. */
export const minute = 60;
export const hour = 60 * minute;

/** At most `max` calls in `seconds`, per network address or account. */
export interface CallLimit {
  per: 'address' | 'account';
  max: number;
  seconds: number;
}

type Shape = z.ZodType;

/** `bytes`: a streamed file. `html`: a page, shown in a sandbox. */
type Input = Shape | 'bytes';

type Answer = Shape | 'html' | 'bytes';

export interface Endpoint<
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends Input | undefined = Input | undefined,
  Output extends Answer = Answer,
  Headers extends Shape | undefined = Shape | undefined,
  Progress extends Shape | undefined = Shape | undefined,
  Verb extends Method = Method,
  Caller extends Callers = Callers,
> {
  /** Operation id in the OpenAPI document. */
  id: string;
  /** One-line summary for readers of the API document. */
  summary: string;
  method: Verb;
  /** Path below `/api`, parameters as `{name}`. */
  path: Path;
  callers: Caller;
  /** The body contains a one-time `code`, so that a stolen session is not enough for the call. */
  asksForCode?: boolean;
  /** A body with `current_password` is its own proof, compared by the handler. */
  proof?: Proof;
  /** A body with this value needs no proof: protective actions are never made harder. */
  proofUnless?: Readonly<Record<string, string | boolean>>;
  params?: Params;
  query?: Query;
  /** Request headers by lower-case name. */
  headers?: Headers;
  body?: Body;
  /** Maximum size of the body, if it differs from the general limit. */
  maxBodyBytes?: number;
  output: Output;
  /**
   * Schema of the JSON lines sent before the output to callers that accept `streamedLines`. The
   * last line is the output; other callers receive only the output.
   */
  progress?: Progress;
  /** Expected errors of this endpoint, in addition to the general ones. */
  errors: readonly ErrorCode[];
  limits?: readonly CallLimit[];
}

const emptyObject = z.object({});

/** Declares an endpoint by its route, such as `POST /account`. Defaults: empty output, no errors. */
export function defineEndpoint<
  const Params extends Shape | undefined = undefined,
  const Query extends Shape | undefined = undefined,
  const Body extends Input | undefined = undefined,
  const Output extends Answer = typeof emptyObject,
  const Headers extends Shape | undefined = undefined,
  const Progress extends Shape | undefined = undefined,
  const Verb extends Method = Method,
  const Caller extends Callers = Callers,
>({
  route,
  ...definition
}: Omit<
  Endpoint<Params, Query, Body, Output, Headers, Progress, Verb, Caller>,
  'method' | 'path' | 'output' | 'errors'
> & {
  route: `${Verb} ${Path}`;
  output?: Output;
  errors?: readonly ErrorCode[];
}): Endpoint<Params, Query, Body, Output, Headers, Progress, Verb, Caller> {
  const [method, path] = route.split(' ') as [Verb, Path];
  return { output: emptyObject as unknown as Output, errors: [], ...definition, method, path };
}

type Parsed<S> = S extends Shape ? z.output<S> : undefined;

type Given<S> = S extends Shape ? z.input<S> : undefined;

type PresentKeys<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** Parsed input of a handler. */
export type ParsedInput<E extends Endpoint> = PresentKeys<{
  params: Parsed<NonNullable<E['params']>>;
  query: Parsed<NonNullable<E['query']>>;
  headers: Parsed<NonNullable<E['headers']>>;
  body: Parsed<NonNullable<E['body']>>;
}>;

/** Input of a caller. A query without required fields may be omitted. */
export type CallInput<E extends Endpoint> = PresentKeys<{
  params: Given<NonNullable<E['params']>>;
  headers: Given<NonNullable<E['headers']>>;
  body: 'bytes' extends E['body'] ? Blob : Given<NonNullable<E['body']>>;
}> &
  GivenQuery<Given<NonNullable<E['query']>>>;

type GivenQuery<Query> = [Query] extends [undefined]
  ? unknown
  : Record<never, never> extends Query
    ? { query?: Query }
    : { query: Query };

export type ProgressOf<E extends Endpoint> = Given<NonNullable<E['progress']>>;

/** Result of a handler before the validation by the output schema. */
export type HandlerResult<E extends Endpoint> = Given<E['output']>;

/** Pages and files have no schema; client and server each use their own types for them. */
export type OutputOf<E extends Endpoint> = E['output'] extends Shape
  ? z.output<E['output']>
  : E['output'];
