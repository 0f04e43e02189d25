import type { Endpoint } from '@zavet/contract/endpoint';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { Failure, fail } from '../failure.ts';
import { answerHtml, answerJson } from './answers.ts';
import type { BodyPace } from './body-pace.ts';
import { callCookies, cookieReader } from './call-cookies.ts';
import { takeCallLimits } from './call-limits.ts';
import { limitSubjectOf } from './client-address.ts';
import { answerDownload } from './downloads.ts';
import type { HttpContext } from './http-context.ts';
import { parseInput } from './parse-input.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { readJsonBody } from './request-body.ts';
import type { Caller, CookieReader, Download, Owner, Route } from './route.ts';
import { answerInLines, outcomeOf, type Work, wantsLines } from './streamed-answers.ts';
import { readToTheEnd, receiveUpload } from './uploads.ts';

export type Identify = (
  cookies: CookieReader,
  caller: Caller,
) => Promise<Owner | 'missing' | 'expired'>;

export interface BindingOptions {
  identify: Identify;
  rateLimiter: RateLimiter;
  hasSecureCookies: boolean;
  log: Logger;
  /** How slowly bodies may arrive, where not as usual. */
  paces?: { json?: BodyPace; file?: BodyPace } | undefined;
}

/** Answers a call whose address limits and body size have passed: the way of every API request. */
export async function answerCall(
  c: HttpContext,
  { endpoint, handle }: Route,
  options: BindingOptions,
): Promise<Response> {
  const body = await readJsonBody(c, endpoint, options.paces?.json);
  const caller = callerOf(c);
  const owner = endpoint.callers === 'owner' ? await ownerOf(c, caller, options) : undefined;
  if (owner) await takeCallLimits(options.rateLimiter, endpoint, 'account', owner.user_id);
  const input = parseInput(endpoint, {
    params: c.req.param(),
    query: c.req.query(),
    headers: endpoint.headers ? c.req.header() : {},
    body,
  });

  const { cookies, send } = callCookies(c, options.hasSecureCookies);
  const call = {
    ...input,
    ...(endpoint.body === 'bytes' && { upload: receiveUpload(c, endpoint, options.paces?.file) }),
    caller,
    cookies,
    get owner(): Owner {
      if (!owner) throw new Error(`${endpoint.id} is not called by a signed-in owner`);
      return owner;
    },
    get signal(): AbortSignal {
      return c.req.raw.signal;
    },
  };
  try {
    const output = await handle(call);
    send();
    return await answerWith(c, endpoint, output, options.log);
  } catch (error) {
    if (endpoint.body === 'bytes' && !isTooSlow(error)) {
      await readToTheEnd(c, options.paces?.file);
    }
    if (error instanceof Failure) send();
    throw error;
  }
}

export function takeAddressLimits(
  c: HttpContext,
  endpoint: Endpoint,
  rateLimiter: RateLimiter,
): Promise<void> {
  return takeCallLimits(rateLimiter, endpoint, 'address', limitSubjectOf(c.get('address')));
}

function isTooSlow(error: unknown): boolean {
  return error instanceof Failure && error.code === 'body_too_slow';
}

function callerOf(c: HttpContext): Caller {
  return {
    address: c.get('address'),
    user_agent: c.req.header('user-agent')?.slice(0, 500) ?? null,
    request_id: c.get('requestId'),
  };
}

async function ownerOf(c: HttpContext, caller: Caller, options: BindingOptions) {
  const owner = await options.identify(cookieReader(c, options.hasSecureCookies), caller);
  if (owner === 'missing') return fail('session_missing');
  if (owner === 'expired') return fail('session_expired');
  return owner;
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
