import { useId } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './dashboard.module.css';

/** To a contact of others, in place of the first steps of an owner. */
export function BecomeOwnerCard() {
  const { t } = useTranslation('dashboard');
  const headingId = useId();
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <Heading level={2} size="section" id={headingId}>
        {t('ownInvitation.title')}
      </Heading>
      <Card>
        <p className={styles.lead}>{t('ownInvitation.text')}</p>
        <div>
          <ButtonLink to="/instructions" search={{ new: '1' }} kind="quiet">
            {t('ownInvitation.action')}
          </ButtonLink>
        </div>
      </Card>
    </section>
  );
}
