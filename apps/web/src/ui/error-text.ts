import { ApiError } from '@zavet/contract/client';
import { type ErrorCode, type ErrorFacts, isFieldErrorCode } from '@zavet/contract/errors';
import type { Locale } from '@zavet/contract/locales';
import { loadedTexts } from './language/i18n.ts';
import { useCurrentLanguage, useTranslation } from './language/use-translation.ts';
import { type ScreenWords, wordsOf } from './language/words.ts';

/** A sentence for anything a call has thrown. */
function errorText(t: ScreenWords<'errors'>, language: Locale, error: unknown): string {
  if (error instanceof ApiError) return refusalText(t, language, error);
  if (isTimeout(error)) return t('timeout');
  if (error instanceof TypeError) return t('network');
  return t('unexpected');
}

/** The texts of refusals are loaded with the first refusal; until then a general sentence is shown. */
function refusalText(
  t: ScreenWords<'errors'>,
  language: Locale,
  { code, facts }: Pick<ApiError, 'code' | 'facts'>,
): string {
  if (isBundledCode(code)) return t(code, { ...facts });
  if (!loadedTexts.textsOf(language, 'refusals')) return t('unexpected');
  const refused = wordsOf('refusals', language);
  const seconds = facts.retry_after_seconds;
  if (code === 'too_many_requests' && typeof seconds === 'number') {
    const { unit, count } = waitOf(seconds);
    return refused(`retry_after_${unit}`, { count });
  }
  return refused(code, { ...facts });
}

type BundledCode = (typeof bundledCodes)[number];
/** Codes whose texts are always loaded. */
const bundledCodes = [
  'invalid_input',
  'not_found',
  'content_unreadable',
  'internal_error',
] as const satisfies ErrorCode[];

function isBundledCode(code: ErrorCode): code is BundledCode {
  return (bundledCodes as readonly ErrorCode[]).includes(code);
}

/** True for a network failure or a timeout. */
export function isConnectionFailure(error: unknown): boolean {
  return error instanceof TypeError || isTimeout(error);
}

export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation('errors');
  const language = useCurrentLanguage();
  return (error) => errorText(t, language, error);
}

/** Translates an error code, without a thrown error. */
export function useRefusalText(): (code: ErrorCode, facts?: ErrorFacts) => string {
  const { t } = useTranslation('errors');
  const language = useCurrentLanguage();
  return (code, facts = {}) => refusalText(t, language, { code, facts });
}

/** Translates a field error code; any other text is already a sentence. */
export function useFieldErrorText(): (code: string | undefined) => string | undefined {
  const { t } = useTranslation('errors');
  const language = useCurrentLanguage();
  return (code) => {
    if (!isFieldErrorCode(code)) return code;
    const areLoaded = loadedTexts.textsOf(language, 'refusals') !== undefined;
    return areLoaded ? wordsOf('refusals', language)(`fields.${code}`) : t('invalid_input');
  };
}

/** A duration in the largest unit that is not too coarse. */
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
