import type { DashboardView } from '@zavet/contract/protocol/dashboard-endpoints';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './dashboard.module.css';

interface EmergencyCardProps {
  /** Absent where the database cannot be reached. */
  dashboard: DashboardView | undefined;
}

export function EmergencyCard({ dashboard }: EmergencyCardProps) {
  const { t } = useTranslation('dashboard');
  const isOpen = dashboard !== undefined && dashboard.trusted_contacts.confirmed > 0;
  return (
    <Card>
      <Heading level={2} size="row">
        {t('emergency.title')}
      </Heading>
      <p className={styles.quiet}>{t('emergency.text')}</p>
      <div className={styles.action}>
        {isOpen ? (
          <ButtonLink to="/trusted-legacies" kind="quiet">
            {t('emergency.action')}
          </ButtonLink>
        ) : (
          <>
            <Button kind="quiet" disabled aria-describedby="emergency-reason">
              {t('emergency.action')}
            </Button>
            <p id="emergency-reason" className={styles.reason}>
              {t('main.addTrustedContactsFirst')}
            </p>
          </>
        )}
      </div>
    </Card>
  );
}
