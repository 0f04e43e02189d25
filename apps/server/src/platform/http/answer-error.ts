import type { Logger } from 'pino';
import { Failure } from '../failure.ts';
import { answerFailure } from './answers.ts';
import type { HttpContext } from './http-context.ts';

interface ErrorOptions {
  log: Logger;
  isDatabaseUnavailable(error: unknown): boolean;
}

/** Expected failures keep their code; of anything else the client learns only that it happened. */
export function answerError(c: HttpContext, error: Error, options: ErrorOptions): Response {
  const failure = failureOf(c, error, options);
  // What is left of an unread body must not be taken for the next request.
  if (failure.code === 'body_too_large') c.header('Connection', 'close');
  return answerFailure(c, failure);
}

function failureOf(c: HttpContext, error: Error, options: ErrorOptions): Failure {
  if (error instanceof Failure) return error;
  const facts = { err: error, request_id: c.get('requestId'), route: c.get('routeTemplate') };
  if (options.isDatabaseUnavailable(error)) {
    options.log.error(facts, 'the database is unavailable');
    return new Failure('database_unavailable');
  }
  options.log.error(facts, 'the request failed');
  return new Failure('internal_error');
}
