import { ApiError } from '@zavet/contract/client';
import { type ErrorCode, isErrorCode } from '@zavet/contract/errors';
import type { AssistantFailure } from '@zavet/contract/vault/assistant-endpoints';

/** Why there is no answer, in so far as the words for it differ. */
export type Failure = (typeof ownFailures)[number] | ErrorCode;

/** Those with words of the assistant's own; the others have the words of every screen. */
export const ownFailures = [
  'assistant_unavailable',
  'assistant_timeout',
  'assistant_busy',
  'too_many_now',
  'too_many_today',
  'network',
  'timeout',
  'unknown',
] as const satisfies readonly (AssistantFailure | string)[];

export type OwnFailure = (typeof ownFailures)[number];

export function isFailure(value: unknown): value is Failure {
  return isOwnFailure(value) || isErrorCode(value);
}

export function isOwnFailure(value: unknown): value is OwnFailure {
  return ownFailures.some((failure) => failure === value);
}

/** For whatever the call has thrown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return failureOfAnswer(error);
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout';
  // What a browser throws for «Failed to fetch».
  return error instanceof TypeError ? 'network' : 'unknown';
}

/** One limit counts the messages of a minute, the other those of a day. */
const longestShortWaitSeconds = 120;

function failureOfAnswer({ code, facts }: ApiError): Failure {
  if (code === 'internal_error') return 'unknown';
  if (code !== 'too_many_requests') return code;
  const seconds = Number(facts.retry_after_seconds ?? 0);
  return seconds > longestShortWaitSeconds ? 'too_many_today' : 'too_many_now';
}
