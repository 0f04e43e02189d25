import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../interface/button.tsx';
import { Notice } from '../../interface/notice.tsx';
import { SectionCard } from '../../interface/section-card.tsx';
import { Fact, Facts } from './facts.tsx';

export function SupportTab() {
  const { t } = useTranslation('settings');
  return (
    <SectionCard title={t('support.title')}>
      <Facts>
        <Fact name={t('support.hoursLabel')}>{t('support.hours')}</Fact>
        <Fact name={t('support.replyLabel')}>{t('support.reply')}</Fact>
      </Facts>
      <Notice
        title={t('support.laterTitle')}
        actions={
          <ButtonLink to="/faq" kind="quiet">
            {t('support.faq')}
          </ButtonLink>
        }
      >
        {t('support.laterText')}
      </Notice>
    </SectionCard>
  );
}
