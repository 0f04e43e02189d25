import { useSetupCheck } from '../../../../platform/setup/setup.ts';
import { TextLink } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';

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
