import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { TextLink } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useContactErrorText } from './use-contact-error-text.ts';

/** An invitation without the owner's name is easily taken for spam. */
export function NamelessHint() {
  const { t } = useTranslation('contacts');
  const { data: owner } = useEndpoint('getProfile');
  if (!owner || owner.full_name) return null;
  return (
    <Notice title={t('form.namelessTitle')}>
      {t('form.namelessText', { email: owner.user_email })}{' '}
      <TextLink to="/settings">{t('form.namelessAction')}</TextLink>
    </Notice>
  );
}

export function SaveFailure({ failure }: { failure: unknown }) {
  const { t } = useTranslation('contacts');
  const errorText = useContactErrorText();
  if (failure === undefined) return null;
  const title = t('errors.saveError');
  const reason = errorText(failure, 'save');
  return (
    <Notice kind="error" announced title={title}>
      {reason !== title && reason}
    </Notice>
  );
}
