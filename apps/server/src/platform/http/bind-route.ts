import type { Endpoint } from '@zavet/contract/endpoint';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { Failure, fail } from '../failure.ts';
import { answerHtml, answerJson } from './answers.ts';
import type { BodyPace } from './body-pace.ts';
import { callCookies, cookieReader } from './call-cookies.ts';
import { type AccountLimit, accountLimitsOf, refuseUnless, takeOrRefuse } from './call-limits.ts';
import { answerDownload } from './downloads.ts';
import { type HttpContext, requestHeader } from './http-context.ts';
import { parseInput } from './parse-input.ts';
import type { RateLimiter, TakeResult } from './rate-limiter.ts';
import { readJsonBody } from './request-body.ts';
import type { Caller, CookieReader, Download, Owner, Route } from './route.ts';
import { answerInLines, outcomeOf, type Work, wantsLines } from './streamed-answers.ts';
import { readToTheEnd, receiveUpload } from './uploads.ts';

/** Who calls, and whether the limit of the account that was named lets the call through. */
export interface Identified {
  owner: Owner;
  taken: TakeResult;
}

export type Identify = (
  cookies: CookieReader,
  limit?: AccountLimit,
) => Promise<Identified | 'missing' | 'expired'>;

/** Who calls according to a cookie that we signed; whether the session still holds is not known yet. */
export interface Recognised {
  owner: Owner;
  /** Runs `work` while the session is looked at, and fails where it has ended or its limit is reached. */
  checkDuring<T>(work: () => Promise<T>): Promise<T>;
}

export type Recognise = (cookies: CookieReader, limit?: AccountLimit) => Recognised | undefined;

export interface BindingOptions {
  identify: Identify;
  /** Without it every session is looked at first. */
  recognise?: Recognise | undefined;
  rateLimiter: RateLimiter;
  hasSecureCookies: boolean;
  log: Logger;
  /** How slowly bodies may arrive, where not as usual. */
  paces?: { json?: BodyPace; file?: BodyPace } | undefined;
}

/** Answers a call whose address limits and body size have passed: the way of every API request. */
export async function answerCall(
  c: HttpContext,
  route: Route,
  options: BindingOptions,
): Promise<Response> {
  const { endpoint } = route;
  const body = await readJsonBody(c, endpoint, options.paces?.json);
  const recognised = route.sessionTravelsAlong && recognisedOwner(c, endpoint, options);
  if (recognised) {
    const handled = await recognised.checkDuring(async () =>
      handle(c, route, recognised.owner, body, options),
    );
    return handled.answer();
  }
  const owner = endpoint.callers === 'owner' ? await ownerOf(c, endpoint, options) : undefined;
  return (await handle(c, route, owner, body, options)).answer();
}

/** Lets the handler work. What it did is answered when `answer` is called, and not before. */
async function handle(
  c: HttpContext,
  route: Route,
  owner: Owner | undefined,
  body: unknown,
  options: BindingOptions,
): Promise<{ answer(): Promise<Response> }> {
  const { endpoint } = route;
  const input = parseInput(endpoint, {
    params: c.req.param(),
    query: c.req.query(),
    headers: endpoint.headers ? c.req.header() : {},
    body,
  });

  const { cookies, send } = callCookies(c, options.hasSecureCookies);
  const upload = endpoint.body === 'bytes' && receiveUpload(c, endpoint, options.paces?.file);
  const received = { ...input, caller: callerOf(c), cookies, ...(upload && { upload }) };
  try {
    const output = await route.handle(new ReceivedCall(c, endpoint, owner, received));
    send();
    return { answer: () => answerWith(c, endpoint, output, options.log) };
  } catch (error) {
    if (endpoint.body === 'bytes' && !isTooSlow(error)) {
      await readToTheEnd(c, options.paces?.file);
    }
    if (error instanceof Failure) send();
    throw error;
  }
}

/** What a handler gets; parts that few ask for are made when they are asked for. */
class ReceivedCall {
  readonly #c: HttpContext;
  readonly #endpoint: Endpoint;
  readonly #owner: Owner | undefined;

  constructor(c: HttpContext, endpoint: Endpoint, owner: Owner | undefined, received: object) {
    this.#c = c;
    this.#endpoint = endpoint;
    this.#owner = owner;
    Object.assign(this, received);
  }

  get owner(): Owner {
    if (this.#owner) return this.#owner;
    throw new Error(`${this.#endpoint.id} is not called by a signed-in owner`);
  }

  get signal(): AbortSignal {
    return this.#c.req.raw.signal;
  }
}

function isTooSlow(error: unknown): boolean {
  return error instanceof Failure && error.code === 'body_too_slow';
}

function callerOf(c: HttpContext): Caller {
  return {
    address: c.get('address'),
    user_agent: requestHeader(c, 'user-agent')?.slice(0, 500) ?? null,
    request_id: c.get('requestId'),
  };
}

/** Undefined where the session has to be looked at first. */
function recognisedOwner(
  c: HttpContext,
  endpoint: Endpoint,
  { recognise, hasSecureCookies }: BindingOptions,
): Recognised | undefined {
  const [first, ...others] = accountLimitsOf(endpoint);
  if (others.length > 0) return undefined;
  return recognise?.(cookieReader(c, hasSecureCookies), first);
}

/** Most endpoints have one limit at most, and it is counted with the look at the session. */
async function ownerOf(
  c: HttpContext,
  endpoint: Endpoint,
  { identify, rateLimiter, hasSecureCookies }: BindingOptions,
): Promise<Owner> {
  const [first, ...others] = accountLimitsOf(endpoint);
  const found = await identify(cookieReader(c, hasSecureCookies), first);
  if (found === 'missing') return fail('session_missing');
  if (found === 'expired') return fail('session_expired');
  refuseUnless(found.taken);
  for (const limit of others) {
    await takeOrRefuse(rateLimiter, `${limit.name}${found.owner.user_id}`, limit);
  }
  return found.owner;
}

async function answerWith(
  c: HttpContext,
  endpoint: Endpoint,
  output: unknown,
  log: Logger,
): Promise<Response> {
  if (endpoint.progress) return answerAtWork(c, endpoint, output as Work, log);
  if (endpoint.output === 'bytes') return answerDownload(c, output as Download, log);
  if (endpoint.output !== 'html') return answerJson(c, outputOf(endpoint, output));
  if (typeof output === 'string') return answerHtml(c, output);
  throw new Error(`${endpoint.id} did not answer with a page`);
}

async function answerAtWork(
  c: HttpContext,
  endpoint: Endpoint,
  work: Work,
  log: Logger,
): Promise<Response> {
  if (!wantsLines(c)) return answerJson(c, outputOf(endpoint, await outcomeOf(work)));
  const shapes = {
    progress: (value: unknown) => namedFieldsOf(endpoint, endpoint.progress as z.ZodType, value),
    outcome: (value: unknown) => outputOf(endpoint, value),
  };
  return answerInLines(c, work, shapes, log);
}

function outputOf(endpoint: Endpoint, output: unknown): unknown {
  return namedFieldsOf(endpoint, endpoint.output as z.ZodType, output);
}

/** Only what the contract names leaves the server. */
function namedFieldsOf(endpoint: Endpoint, shape: z.ZodType, output: unknown): unknown {
  const result = shape.safeParse(output);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`);
  throw new Error(`${endpoint.id} answered outside its contract: ${issues.join(', ')}`);
}
