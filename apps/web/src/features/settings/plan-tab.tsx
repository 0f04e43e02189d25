import { useTranslation } from 'react-i18next';
import { Badge } from '../../interface/badge.tsx';
import { Notice } from '../../interface/notice.tsx';
import { SectionCard } from './section-card.tsx';
import styles from './settings.module.css';

export function PlanTab() {
  const { t } = useTranslation('settings');
  return (
    <SectionCard title={t('plan.title')} badge={<Badge tone="green">{t('plan.free')}</Badge>}>
      <p className={styles.figure}>{t('plan.storage')}</p>
      <p>{t('plan.storageText')}</p>
      <Notice title={t('plan.laterTitle')}>{t('plan.laterText')}</Notice>
    </SectionCard>
  );
}
