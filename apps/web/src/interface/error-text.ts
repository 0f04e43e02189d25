import { ApiError } from '@zavet/contract/client';
import { isFieldErrorCode } from '@zavet/contract/errors';
import { useTranslation } from './language/use-translation.ts';
import type { ScreenWords } from './language/words.ts';

/** Says in a sentence what went wrong, for whatever a call has thrown. */
function errorText(t: ScreenWords<'errors'>, error: unknown): string {
  if (error instanceof ApiError) {
    const seconds = error.facts.retry_after_seconds;
    if (error.code === 'too_many_requests' && typeof seconds === 'number') {
      const { unit, count } = waitOf(seconds);
      return t(`retry_after_${unit}`, { count });
    }
    return t(error.code, { ...error.facts });
  }
  if (isTimeout(error)) return t('timeout');
  if (error instanceof TypeError) return t('network');
  return t('unexpected');
}

/** True when the server has not answered at all, or not in time. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof TypeError || isTimeout(error);
}

export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation('errors');
  return (error) => errorText(t, error);
}

/** Translates a field error code; what is not a code is already a sentence. */
export function useFieldErrorText(): (code: string | undefined) => string | undefined {
  const { t } = useTranslation('errors');
  return (code) => (isFieldErrorCode(code) ? t(`fields.${code}`) : code);
}

/** A wait as people say it: in the largest unit that is not too coarse. */
export function waitOf(seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  if (seconds < 90) return { unit: 'seconds', count: Math.max(1, Math.ceil(seconds)) };
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90
    ? { unit: 'minutes', count: minutes }
    : { unit: 'hours', count: Math.ceil(minutes / 60) };
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
