import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/** The media type of an answer that arrives line by line. */
export const streamedLines = 'application/x-ndjson';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call an endpoint.
 * `anyone`: also strangers; what they get depends on what they bring (a link's token, a cookie).
 * `owner`: a signed-in person, and only for what is their own.
 * `operator`: a signed-in operator whose desk is open: the one-time code was given, and eight hours
 * have not passed since.
 * `developer`: anyone on this machine: the endpoint exists only where mail is captured, never in
 * production, and answers only under a name of this machine or that of the public address.
 */
export type Callers = 'anyone' | 'owner' | 'operator' | 'developer';

/**
 * How recently the session must have proven that its owner is there, with password, passkey or
 * one-time code: `fresh` within ten minutes, `recent` within the hour. A session that was stolen
 * proves nothing.
 */
export type Proof = 'fresh' | 'recent';

/** In seconds, for call limits. */
export const minute = 60;

export const hour = 60 * minute;

/** At most `max` calls in `seconds`, counted per network address, per account, or both. */
export interface CallLimit {
  per: 'address' | 'account';
  max: number;
  seconds: number;
}

type Shape = z.ZodType;

/** `bytes`: a file as it is, streamed. `html`: a page, shown in a sandbox. */
type Input = Shape | 'bytes';

type Answer = Shape | 'html' | 'bytes';

interface EndpointDefinition<
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
  /** One line for the reader of the API. */
  summary: string;
  method: Verb;
  /** Path below `/api`, parameters as `{name}`. */
  path: `/${string}`;
  callers: Caller;
  /**
   * An act of an operator that a stolen session must not be able to do: its body carries a fresh
   * one-time code as `code`, which is used up by the call.
   */
  asksForCode?: boolean;
  /**
   * What outlives the session needs proof of the owner. A body that carries `current_password` is
   * its own proof: the handler compares it.
   */
  proof?: Proof;
  /** A body with this value needs none: what protects somebody is never made harder. */
  proofUnless?: Readonly<Record<string, string | boolean>>;
  params?: Params;
  query?: Query;
  /** Request headers with a meaning of their own, by lower-case name. */
  headers?: Headers;
  body?: Body;
  /** The longest body it takes, where the general limit does not fit. */
  maxBodyBytes?: number;
  output: Output;
  /**
   * What is sent ahead, a line of JSON each, to a caller who accepts `streamedLines`; the last
   * line is the output. Any other caller waits for the output alone.
   */
  progress?: Progress;
  /** Expected failures of this endpoint, besides the general ones. */
  errors?: readonly ErrorCode[];
  limits?: readonly CallLimit[];
}

export interface Endpoint<
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends Input | undefined = Input | undefined,
  Output extends Answer = Answer,
  Headers extends Shape | undefined = Shape | undefined,
  Progress extends Shape | undefined = Shape | undefined,
  Verb extends Method = Method,
  Caller extends Callers = Callers,
> extends EndpointDefinition<Params, Query, Body, Output, Headers, Progress, Verb, Caller> {
  errors: readonly ErrorCode[];
}

export function defineEndpoint<
  const Params extends Shape | undefined = undefined,
  const Query extends Shape | undefined = undefined,
  const Body extends Input | undefined = undefined,
  const Output extends Answer = Shape,
  const Headers extends Shape | undefined = undefined,
  const Progress extends Shape | undefined = undefined,
  const Verb extends Method = Method,
  const Caller extends Callers = Callers,
>(
  definition: EndpointDefinition<Params, Query, Body, Output, Headers, Progress, Verb, Caller>,
): Endpoint<Params, Query, Body, Output, Headers, Progress, Verb, Caller> {
  return { errors: [], ...definition };
}

type Parsed<S> = S extends Shape ? z.output<S> : undefined;

type Given<S> = S extends Shape ? z.input<S> : undefined;

type PresentKeys<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** What a handler receives, already parsed. */
export type ParsedInput<E extends Endpoint> = PresentKeys<{
  params: Parsed<NonNullable<E['params']>>;
  query: Parsed<NonNullable<E['query']>>;
  headers: Parsed<NonNullable<E['headers']>>;
  body: Parsed<NonNullable<E['body']>>;
}>;

/** What a caller passes. A query of which nothing is required may be left out. */
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

/** What a handler returns; checking it gives the output. */
export type HandlerResult<E extends Endpoint> = Given<E['output']>;

/** What a page or a file becomes on either side of the wire is that side's affair. */
export type OutputOf<E extends Endpoint> = E['output'] extends Shape
  ? z.output<E['output']>
  : E['output'];
