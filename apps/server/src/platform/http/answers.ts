import { type ErrorCode, errorStatuses } from '@zavet/contract/errors';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { Failure } from '../failure.ts';
import { addHeader, type HttpContext } from './http-context.ts';

const unreadBodyErrors = new Set<ErrorCode>(['body_too_large', 'file_too_large', 'body_too_slow']);

export function answerJson(
  c: HttpContext,
  body: unknown,
  status: ContentfulStatusCode = 200,
): Response {
  return answerText(c, JSON.stringify(body), 'application/json', status);
}

export function answerHtml(c: HttpContext, page: string): Response {
  return answerText(c, page, 'text/html; charset=utf-8', 200);
}

function answerFailure(c: HttpContext, failure: Failure): Response {
  const { code, facts, fields } = failure;
  if (typeof facts?.retry_after_seconds === 'number') {
    addHeader(c, 'Retry-After', String(facts.retry_after_seconds));
  }
  const body = { error: { code, facts, fields }, request_id: c.get('requestId') };
  return answerJson(c, body, errorStatuses[code]);
}

/**
 * Answers with a text. Without extra headers, Node gets its headers as a plain object, which is
 * faster.
 */
export function answerText(
  c: HttpContext,
  text: string,
  contentType: string,
  status: ContentfulStatusCode,
): Response {
  const headers = {
    ...c.get('apiHeaders'),
    'Content-Type': contentType,
    // Also exempts short responses from compression.
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-store',
    // Otherwise the compression middleware would copy the response to add this header.
    Vary: 'Accept-Encoding',
    'X-Request-Id': c.get('requestId'),
  };
  c.set('hasRequestId', true);
  return c.get('hasExtraHeaders')
    ? c.body(text, status, headers)
    : new Response(text, { status, headers });
}

interface ErrorOptions {
  log: Logger;
  codeOf(error: unknown): ErrorCode | undefined;
}

/** Expected failures keep their code; others become `internal_error`. */
export function answerError(c: HttpContext, error: Error, options: ErrorOptions): Response {
  const failure = failureOf(c, error, options);
  c.set('errorCode', failure.code);
  // The rest of an unread body must not be parsed as the next request.
  if (unreadBodyErrors.has(failure.code)) addHeader(c, 'Connection', 'close');
  return answerFailure(c, failure);
}

function failureOf(c: HttpContext, error: Error, options: ErrorOptions): Failure {
  if (error instanceof Failure) return error;
  const code = options.codeOf(error) ?? 'internal_error';
  const context = {
    err: error,
    error_code: code,
    request_id: c.get('requestId'),
    route: c.get('routeTemplate'),
    owner_id: c.get('ownerId'),
  };
  options.log.error({ code: 'request_failed', ...context }, 'request failed');
  return new Failure(code);
}
