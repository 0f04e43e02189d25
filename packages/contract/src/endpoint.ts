import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call an endpoint.
 * `anyone`: also strangers; what they get depends on what they bring (a link's token, a cookie).
 * `owner`: a signed-in person, and only for what is their own.
 * `developer`: anyone, but the endpoint exists only where mail is captured, never in production.
 */
export type Callers = 'anyone' | 'owner' | 'developer';

/** At most `max` calls in `seconds`, counted per network address, per account, or both. */
export interface CallLimit {
  per: 'address' | 'account';
  max: number;
  seconds: number;
}

type Shape = z.ZodType;

export interface Endpoint<
  Params extends Shape | undefined = Shape | undefined,
  Query extends Shape | undefined = Shape | undefined,
  Body extends Shape | undefined = Shape | undefined,
  Output extends Shape | 'html' = Shape | 'html',
> {
  /** Operation id in the OpenAPI document. */
  id: string;
  /** One line for the reader of the API. */
  summary: string;
  method: Method;
  /** Path below `/api`, parameters as `{name}`. */
  path: `/${string}`;
  callers: Callers;
  params?: Params;
  query?: Query;
  body?: Body;
  output: Output;
  /** Its own expected failures, next to the general ones. */
  errors: readonly ErrorCode[];
  limits?: readonly CallLimit[];
}

export function defineEndpoint<
  const Params extends Shape | undefined = undefined,
  const Query extends Shape | undefined = undefined,
  const Body extends Shape | undefined = undefined,
  const Output extends Shape | 'html' = Shape,
>(endpoint: Endpoint<Params, Query, Body, Output>): Endpoint<Params, Query, Body, Output> {
  return endpoint;
}

type Parsed<S> = S extends Shape ? z.output<S> : undefined;
type Given<S> = S extends Shape ? z.input<S> : undefined;

type PresentKeys<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** What a handler receives, already parsed. */
export type ParsedInput<E extends Endpoint> = PresentKeys<{
  params: Parsed<NonNullable<E['params']>>;
  query: Parsed<NonNullable<E['query']>>;
  body: Parsed<NonNullable<E['body']>>;
}>;

/** What a caller passes. */
export type GivenInput<E extends Endpoint> = PresentKeys<{
  params: Given<NonNullable<E['params']>>;
  query: Given<NonNullable<E['query']>>;
  body: Given<NonNullable<E['body']>>;
}>;

export type OutputOf<E extends Endpoint> = E['output'] extends Shape
  ? z.output<E['output']>
  : string;
