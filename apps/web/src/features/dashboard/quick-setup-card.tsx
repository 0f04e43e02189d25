import { IconCheck } from '@tabler/icons-react';
import type { DashboardView } from '@zavet/contract/dashboard/dashboard-endpoints';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../interface/button.tsx';
import { Card } from '../../interface/card.tsx';
import { Heading } from '../../interface/heading.tsx';
import { SkeletonLines } from '../../interface/skeleton.tsx';
import { VisuallyHidden } from '../../interface/visually-hidden.tsx';
import styles from './dashboard.module.css';
import type { DashboardCardProps } from './stat-cards.tsx';

const steps = ['profile', 'contact', 'instruction'] as const;

export function QuickSetupCard({ dashboard, isEmpty }: DashboardCardProps) {
  const { t } = useTranslation('dashboard');
  return (
    <Card>
      <Heading level={2}>{t('quickSetup.title')}</Heading>
      {isEmpty && <p className={styles.quiet}>{t('quickSetup.text')}</p>}
      {dashboard && <Steps dashboard={dashboard} />}
      {!dashboard && !isEmpty && <SkeletonLines lines={3} />}
      <div className={styles.action}>
        <ButtonLink to="/settings" kind="quiet">
          {t('quickSetup.action')}
        </ButtonLink>
      </div>
    </Card>
  );
}

function Steps({ dashboard }: { dashboard: DashboardView }) {
  const { t } = useTranslation('dashboard');
  const done: Record<(typeof steps)[number], boolean> = {
    profile: dashboard.first_name !== null && dashboard.last_name !== null,
    contact: dashboard.trusted_contacts.confirmed > 0,
    instruction: dashboard.instructions.total > 0,
  };
  return (
    <ul className={styles.steps}>
      {steps.map((step) => (
        <li key={step} data-done={done[step] || undefined}>
          <span className={styles.mark}>{done[step] && <IconCheck size={16} stroke={3} />}</span>
          <span>
            {t(`quickSetup.${step}.${done[step] ? 'done' : 'open'}`)}
            <VisuallyHidden>
              {' '}
              {t(done[step] ? 'quickSetup.done' : 'quickSetup.open')}
            </VisuallyHidden>
          </span>
        </li>
      ))}
    </ul>
  );
}
