import { ApiError } from '@zavet/contract/client';
import { isFieldErrorCode } from '@zavet/contract/errors';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** Says in a sentence what went wrong, for whatever a call has thrown. */
function errorText(t: TFunction<'errors'>, error: unknown): string {
  if (error instanceof ApiError) {
    const seconds = error.facts.retry_after_seconds;
    if (error.code === 'too_many_requests' && typeof seconds === 'number') {
      return seconds < 90
        ? t('retry_after_seconds', { count: Math.max(1, Math.ceil(seconds)) })
        : t('retry_after_minutes', { count: Math.ceil(seconds / 60) });
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

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
