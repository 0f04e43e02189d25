import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './dashboard.module.css';

export function QuickSetupCard() {
  const { t } = useTranslation('dashboard');
  return (
    <Card>
      <Heading level={2} size="row">
        {t('quickSetup.title')}
      </Heading>
      <p className={styles.quiet}>{t('quickSetup.text')}</p>
      <div className={styles.action}>
        <ButtonLink to="/settings" kind="quiet">
          {t('quickSetup.action')}
        </ButtonLink>
      </div>
    </Card>
  );
}
