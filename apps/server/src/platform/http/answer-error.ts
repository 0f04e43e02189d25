import type { ErrorCode } from '@zavet/contract/errors';
import type { Logger } from 'pino';
import { Failure } from '../failure.ts';
import { answerFailure } from './answers.ts';
import { addHeader, type HttpContext } from './http-context.ts';

interface ErrorOptions {
  log: Logger;
  codeOf(error: unknown): ErrorCode | undefined;
}

const leavesBodyUnread = new Set<ErrorCode>(['body_too_large', 'file_too_large', 'body_too_slow']);

/** Expected failures keep their code; of anything else the client learns only that it happened. */
export function answerError(c: HttpContext, error: Error, options: ErrorOptions): Response {
  const failure = failureOf(c, error, options);
  c.set('errorCode', failure.code);
  // What is left of an unread body must not be taken for the next request.
  if (leavesBodyUnread.has(failure.code)) addHeader(c, 'Connection', 'close');
  return answerFailure(c, failure);
}

function failureOf(c: HttpContext, error: Error, options: ErrorOptions): Failure {
  if (error instanceof Failure) return error;
  const code = options.codeOf(error) ?? 'internal_error';
  const facts = {
    err: error,
    error_code: code,
    request_id: c.get('requestId'),
    route: c.get('routeTemplate'),
    owner_id: c.get('ownerId'),
  };
  options.log.error({ code: 'request_failed', ...facts }, 'the request failed');
  return new Failure(code);
}
