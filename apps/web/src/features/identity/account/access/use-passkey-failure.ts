import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { PasskeyFailure } from './passkey-failure.ts';

/** Says in words what went wrong with a passkey, at the device or at the server. */
export function usePasskeyFailure(): (error: unknown) => string {
  const { t } = useTranslation('factors');
  const describe = useErrorText();
  return (error) =>
    error instanceof PasskeyFailure ? t(`passkeys.${error.kind}`) : describe(error);
}
