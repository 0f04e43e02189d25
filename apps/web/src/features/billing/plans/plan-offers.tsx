import { planCatalogue } from '@zavet/contract/billing/plan-catalogue';
import type { PlanView } from '@zavet/contract/billing/plan-endpoints';
import { type ReactNode, useId } from 'react';
import { ButtonLink } from '../../../ui/button.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { Trans } from '../../../ui/language/trans.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { PlanCard } from './plan-card.tsx';
import styles from './plans.module.css';
import type { PurchaseDesk } from './purchase/use-purchase.ts';

interface PlanOffersProps {
  plan: PlanView;
  desk: PurchaseDesk;
}

export function PlanOffers({ plan, desk }: PlanOffersProps) {
  const { t } = useTranslation('plans');
  const headingId = useId();
  return (
    <section className={styles.offers} aria-labelledby={headingId}>
      <Heading level={2} size="section" id={headingId}>
        {t('offers.title')}
      </Heading>
      <ul className={styles.plans}>
        {planCatalogue.map((offered) => (
          <PlanCard key={offered.id} offered={offered} plan={plan} desk={desk} />
        ))}
      </ul>
      <p className={styles.terms}>
        {t('offers.terms')}{' '}
        <Trans t={t} i18nKey="offers.agreement" components={{ offer: <OfferLink /> }} />
      </p>
      <div className={styles.custom}>
        <div>
          <Heading level={3}>{t('custom.title')}</Heading>
          <p className={styles.quiet}>{t('custom.text')}</p>
        </div>
        <ButtonLink to="/settings" search={{ tab: 'support', topic: 'custom_plan' }} kind="quiet">
          {t('custom.action')}
        </ButtonLink>
      </div>
    </section>
  );
}

function OfferLink({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('plans');
  return (
    <a href="/public-offer" target="_blank" rel="noopener">
      {children}
      <VisuallyHidden> {t('offers.newTab')}</VisuallyHidden>
    </a>
  );
}
