import type { ComponentProps } from 'react';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Field } from '../../../../ui/field.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { PasskeyFailure } from './passkey-support.ts';

/** One-time code of the authenticator app, with the numeric keyboard on phones. */
export function CodeField(props: Omit<ComponentProps<typeof Field>, 'label' | 'help'>) {
  const { t } = useTranslation('factors');
  return (
    <Field
      {...props}
      label={t('codes.field')}
      help={t('codes.help')}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
    />
  );
}

/** Failure of a passkey operation. A cancelled prompt is not an error. */
export function PasskeyNotice({ failure }: { failure: unknown }) {
  const { t } = useTranslation('factors');
  const describe = useErrorText();
  if (failure === undefined) return null;
  const text =
    failure instanceof PasskeyFailure ? t(`passkeys.${failure.kind}`) : describe(failure);
  const isCancelled = failure instanceof PasskeyFailure && failure.kind === 'cancelled';
  if (isCancelled) return <Notice announced>{text}</Notice>;
  const title = t('passkeys.failure');
  return (
    <Notice kind="error" announced title={title}>
      {text === title ? undefined : text}
    </Notice>
  );
}
