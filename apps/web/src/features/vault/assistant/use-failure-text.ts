import { useRefusalText } from '../../../ui/error-text.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { type Failure, isOwnFailure } from './failure.ts';

/** Said in the chat, where it stays. */
export function useFailureReply(): (failure: Failure) => string {
  const { t } = useTranslation('assistant');
  const describe = useFailureText();
  return (failure) =>
    failure === 'unknown' ? t('apologyOnly') : t('apology', { reason: describe(failure) });
}

export function useFailureText(): (failure: Failure) => string {
  const { t } = useTranslation('assistant');
  const refusal = useRefusalText();
  return (failure) => (isOwnFailure(failure) ? t(`failures.${failure}`) : refusal(failure));
}
