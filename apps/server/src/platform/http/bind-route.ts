import type { Endpoint, Proof } from '@zavet/contract/endpoint';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { Failure, fail } from '../failure.ts';
import { answerHtml, answerJson } from './answers.ts';
import {
  type AccountLimit,
  accountLimitsOf,
  failUnlessAllowed,
  takeOrFail,
} from './call-limits.ts';
import { answerDownload } from './downloads.ts';
import { collectCookies, cookieReader, type HttpContext, requestHeader } from './http-context.ts';
import { parseInput } from './parse-input.ts';
import type { RateLimiter, RateLimitResult } from './rate-limiter.ts';
import { type BodyPace, drainBody, readJsonBody, receiveUpload } from './request-body.ts';
import type { Caller, CookieReader, Download, Owner, ResumableDownload, Route } from './route.ts';
import {
  acceptsLines,
  answerWithLines,
  finalResult,
  type ProgressGenerator,
} from './streamed-answers.ts';

interface AuthenticatedOwner {
  owner: Owner;
  /** Time of the last proof of the owner's presence. */
  provenAt: Date | null;
}

export interface IdentifiedOwner extends AuthenticatedOwner {
  limitResult: RateLimitResult;
}

export type Identify = (
  cookies: CookieReader,
  limit?: AccountLimit,
) => Promise<IdentifiedOwner | 'missing' | 'expired'>;

/** The caller according to a signed cookie. The session may have ended. */
export interface RecognisedOwner extends AuthenticatedOwner {
  /**
   * Checks session and limit while `work` runs; fails if the session has ended or the limit is
   * exceeded.
   */
  checkDuring<T>(work: () => Promise<T>): Promise<T>;
}

export type Recognise = (
  cookies: CookieReader,
  limit?: AccountLimit,
) => RecognisedOwner | undefined;

/** Controls access to the desk. Both functions throw a `Failure` to refuse it. */
export interface OperatorGate {
  admit(owner: Owner): Promise<void>;
  /** Accepts a current one-time code, but only once. */
  consumeCode(owner: Owner, code: unknown): Promise<void>;
}

export type HasProof = (proof: Proof, provenAt: Date | null) => boolean;

export interface BindingOptions {
  identify: Identify;
  /** Default: no session has a proof. */
  hasProof?: HasProof | undefined;
  /** Default: there are no operators. */
  operators?: OperatorGate | undefined;
  /** Default: every session is checked before the handler runs. */
  recognise?: Recognise | undefined;
  rateLimiter: RateLimiter;
  hasSecureCookies: boolean;
  log: Logger;
  /** For tests. */
  paces?: { json?: BodyPace; file?: BodyPace } | undefined;
}

export async function answerCall(
  c: HttpContext,
  route: Route,
  options: BindingOptions,
): Promise<Response> {
  const { endpoint } = route;
  const body = await readJsonBody(c, endpoint, options.paces?.json);
  const recognised = route.piggybacksSession && findRecognisedOwner(c, endpoint, options);
  if (recognised) {
    c.set('ownerId', recognised.owner.user_id);
    const handled = await recognised.checkDuring(async () =>
      runHandler(c, route, recognised, body, options),
    );
    return handled.answer();
  }
  const authenticated = requiresSession(endpoint) ? await ownerOf(c, endpoint, options) : undefined;
  if (authenticated && endpoint.callers === 'operator')
    await gateOf(options).admit(authenticated.owner);
  return (await runHandler(c, route, authenticated, body, options)).answer();
}

export function requiresSession({ callers }: Endpoint): boolean {
  return callers === 'owner' || callers === 'operator';
}

function gateOf({ operators }: BindingOptions): OperatorGate {
  return operators ?? fail('operator_required');
}

/** Runs the handler. The response is created by `answer`, after the session was checked. */
async function runHandler(
  c: HttpContext,
  route: Route,
  authenticated: AuthenticatedOwner | undefined,
  body: unknown,
  options: BindingOptions,
): Promise<{ answer(): Promise<Response> }> {
  const { endpoint } = route;
  const owner = authenticated?.owner;
  const input = parseInput(endpoint, {
    params: c.req.param(),
    query: c.req.query(),
    headers: endpoint.headers ? c.req.header() : {},
    body,
  });
  const { proof } = endpoint;
  if (proof && !isProven(proof, authenticated, options) && !containsProof(endpoint, input.body)) {
    if (endpoint.body === 'bytes') await drainBody(c, options.paces?.file);
    return fail('proof_required');
  }
  if (endpoint.asksForCode && owner) await gateOf(options).consumeCode(owner, codeIn(input.body));

  const { cookies, sendCookies } = collectCookies(c, options.hasSecureCookies);
  const upload = endpoint.body === 'bytes' && receiveUpload(c, endpoint, options.paces?.file);
  const received = { ...input, caller: callerOf(c), cookies, ...(upload && { upload }) };
  try {
    const output = await route.handle(new ReceivedCall(c, endpoint, owner, received));
    sendCookies();
    return { answer: () => answerWith(c, endpoint, output, options.log) };
  } catch (error) {
    if (endpoint.body === 'bytes' && !isTooSlow(error)) {
      await drainBody(c, options.paces?.file);
    }
    if (error instanceof Failure) sendCookies();
    throw error;
  }
}

function isProven(
  proof: Proof,
  authenticated: AuthenticatedOwner | undefined,
  { hasProof }: BindingOptions,
): boolean {
  return Boolean(authenticated && hasProof?.(proof, authenticated.provenAt));
}

/**
 * True if the body contains the current password, which the handler verifies, or a value that needs
 * no proof.
 */
function containsProof({ proofUnless }: Endpoint, body: unknown): boolean {
  const fields = (body ?? {}) as Record<string, unknown>;
  if (fields.current_password !== undefined) return true;
  const exceptions = Object.entries(proofUnless ?? {});
  return exceptions.some(([name, value]) => fields[name] === value);
}

function codeIn(body: unknown): unknown {
  return (body as { code?: unknown } | undefined)?.code;
}

/** The argument of a handler. Getters create rarely used parts on demand. */
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
    throw new Error(`${this.#endpoint.id} is not called by an owner`);
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

/**
 * Returns the owner according to the cookie; undefined if the session must be checked first, for
 * example because it may have a newer proof than the cookie.
 */
function findRecognisedOwner(
  c: HttpContext,
  endpoint: Endpoint,
  options: BindingOptions,
): RecognisedOwner | undefined {
  const [first, ...others] = accountLimitsOf(endpoint);
  if (others.length > 0) return undefined;
  const recognised = options.recognise?.(cookieReader(c, options.hasSecureCookies), first);
  const { proof } = endpoint;
  return proof && !isProven(proof, recognised, options) ? undefined : recognised;
}

/**
 * Returns the owner of the session. The first account limit is counted in the statement that reads
 * the session.
 */
async function ownerOf(
  c: HttpContext,
  endpoint: Endpoint,
  { identify, rateLimiter, hasSecureCookies }: BindingOptions,
): Promise<AuthenticatedOwner> {
  const [first, ...others] = accountLimitsOf(endpoint);
  const found = await identify(cookieReader(c, hasSecureCookies), first);
  if (found === 'missing') return fail('session_missing');
  if (found === 'expired') return fail('session_expired');
  c.set('ownerId', found.owner.user_id);
  failUnlessAllowed(found.limitResult);
  for (const limit of others) {
    await takeOrFail(rateLimiter, `${limit.name}${found.owner.user_id}`, limit);
  }
  return found;
}

async function answerWith(
  c: HttpContext,
  endpoint: Endpoint,
  output: unknown,
  log: Logger,
): Promise<Response> {
  if (endpoint.progress) return answerProgress(c, endpoint, output as ProgressGenerator, log);
  if (endpoint.output === 'bytes') {
    return answerDownload(c, output as Download | ResumableDownload, log);
  }
  if (endpoint.output !== 'html') return answerJson(c, outputOf(endpoint, output));
  if (typeof output === 'string') return answerHtml(c, output);
  throw new Error(`${endpoint.id} did not answer with a page`);
}

async function answerProgress(
  c: HttpContext,
  endpoint: Endpoint,
  work: ProgressGenerator,
  log: Logger,
): Promise<Response> {
  if (!acceptsLines(c)) return answerJson(c, outputOf(endpoint, await finalResult(work)));
  const serializers = {
    progress: (value: unknown) => parseOutput(endpoint, endpoint.progress as z.ZodType, value),
    outcome: (value: unknown) => outputOf(endpoint, value),
  };
  return answerWithLines(c, work, serializers, log);
}

function outputOf(endpoint: Endpoint, output: unknown): unknown {
  return parseOutput(endpoint, endpoint.output as z.ZodType, output);
}

/** Removes fields that are not in the contract. */
function parseOutput(endpoint: Endpoint, schema: z.ZodType, output: unknown): unknown {
  const result = schema.safeParse(output);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`);
  throw new Error(`${endpoint.id} answered outside its contract: ${issues.join(', ')}`);
}
