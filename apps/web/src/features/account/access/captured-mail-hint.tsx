import { TextLink } from '../../../interface/button.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import { useSetupCheck } from '../../setup/public/use-setup-check.ts';

/** Where mail is only captured, tells where to find it. */
export function CapturedMailHint() {
  const { t } = useTranslation('account');
  const check = useSetupCheck();
  if (!check.data?.mailbox_available) return null;
  return (
    <Notice>
      {t('mailbox.text')} <TextLink to="/dev/mailbox">{t('mailbox.link')}</TextLink>
    </Notice>
  );
}
