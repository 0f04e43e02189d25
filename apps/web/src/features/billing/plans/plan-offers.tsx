import { useSearch } from '@tanstack/react-router';
import {
  type CataloguePlan,
  type PlanId,
  type PlanPeriod,
  planCatalogue,
  planPeriods,
  productOf,
  yearlySaving,
} from '@zavet/contract/billing/plan-catalogue';
import type { PlanOffer, PlanView } from '@zavet/contract/billing/plan-endpoints';
import { limits } from '@zavet/contract/limits';
import { type ReactNode, useId, useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { IconCheck } from '../../../ui/icons.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { Trans } from '../../../ui/language/trans.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { deductionOf, isPayable, noteOf, offerOf, pricesOf, productId } from './plan-rules.ts';
import styles from './plans.module.css';
import { PurchaseFailureNotice } from './public/purchase-failure.tsx';
import type { PlanPurchase } from './use-purchase.ts';

interface PlanOffersProps {
  plan: PlanView;
  purchase: PlanPurchase;
}

export function PlanOffers({ plan, purchase }: PlanOffersProps) {
  const { t } = useTranslation('plans');
  const headingId = useId();
  return (
    <section className={styles.offers} aria-labelledby={headingId}>
      <Heading level={2} size="section" id={headingId}>
        {t('offers.title')}
      </Heading>
      <ul className={styles.plans}>
        {planCatalogue.map((offered) => (
          <PlanCard key={offered.id} offered={offered} plan={plan} purchase={purchase} />
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

/** Maximum response time of support in hours. */
const supportHours: Record<PlanId, number> = { storage_300: 24, storage_500: 24, storage_1024: 12 };

interface PlanCardProps {
  offered: CataloguePlan;
  plan: PlanView;
  purchase: PlanPurchase;
}

function PlanCard({ offered, plan, purchase }: PlanCardProps) {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  const headingId = useId();
  const canceledProduct = productOf(useSearch({ strict: false }).plan_id ?? '');
  const [period, setPeriod] = useState<PlanPeriod>(
    canceledProduct?.plan.id === offered.id ? canceledProduct.period : 'monthly',
  );
  const size = formats.storage(offered.storage_mb);
  const offer = offerOf(plan, productId(offered.id, period));
  const prices = pricesOf(plan, offered.id);
  return (
    <li className={styles.plan} data-popular={offered.is_popular || undefined}>
      <div className={styles.planHead}>
        <Heading level={3} size="card" id={headingId}>
          {size}
        </Heading>
        {offered.is_popular && <Badge tone="gold">{t('offers.popular')}</Badge>}
      </div>
      <SegmentedControl
        label={t('offers.period', { size })}
        hidesLabel
        value={period}
        options={planPeriods.map((value) => ({ value, label: t(`offers.${value}`) }))}
        onChange={setPeriod}
      />
      {prices && <Price prices={prices} period={period} />}
      <ul className={styles.features}>
        <FeatureItem>
          {plan.plan === 'free' || plan.plan === 'free_expired'
            ? t('features.storage', { size, free: formats.storage(limits.freeStorageMb) })
            : t('features.storageAlone', { size })}
        </FeatureItem>
        <FeatureItem>{t('features.support', { count: supportHours[offered.id] })}</FeatureItem>
        <FeatureItem>{t('features.texts')}</FeatureItem>
      </ul>
      {offer && (
        <PurchaseButton
          offer={offer}
          plan={plan}
          purchase={purchase}
          buttonId={offered.id}
          isMain={offered.is_popular && !plan.expired && !plan.renewal_declined}
          headingId={headingId}
        />
      )}
    </li>
  );
}

interface PriceProps {
  prices: Record<PlanPeriod, number>;
  period: PlanPeriod;
}

function Price({ prices, period }: PriceProps) {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  const saving = yearlySaving(prices);
  const percent = formats.percent(saving.percent);
  return (
    <div aria-live="polite">
      <p className={styles.price}>
        <span className={styles.figure}>{formats.rubles(prices[period])}</span>{' '}
        {t(`offers.per.${period}`)}
      </p>
      {period === 'yearly' ? (
        <p className={styles.saving}>
          {t('offers.saving', { amount: formats.rubles(saving.amount), percent })}
        </p>
      ) : (
        <p className={styles.quiet}>{t('offers.yearHint', { percent })}</p>
      )}
    </div>
  );
}

function FeatureItem({ children }: { children: string }) {
  return (
    <li>
      <IconCheck size={18} aria-hidden />
      <span>{children}</span>
    </li>
  );
}

interface PurchaseButtonProps {
  offer: PlanOffer;
  plan: PlanView;
  purchase: PlanPurchase;
  buttonId: string;
  isMain: boolean;
  headingId: string;
}

function PurchaseButton({
  offer,
  plan,
  purchase,
  buttonId,
  isMain,
  headingId,
}: PurchaseButtonProps) {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  const noteId = useId();
  const note = noteOf(offer, plan);
  const isBusyHere = purchase.isBusyAt(buttonId);
  const isEnabled = isPayable(offer.kind) && (isBusyHere || !purchase.isBusy);
  return (
    <div className={styles.purchase}>
      {note && (
        <p id={noteId} className={styles.quiet}>
          {t(`notes.${note}`, { deducted: formats.rubles(deductionOf(offer)) })}
        </p>
      )}
      <Button
        wide
        kind={isMain ? 'primary' : 'quiet'}
        loading={isBusyHere}
        disabled={!isEnabled}
        aria-describedby={note ? `${headingId} ${noteId}` : headingId}
        onClick={() => purchase.buy(offer, buttonId)}
      >
        {t(`offers.kinds.${offer.kind}`, { price: formats.rubles(offer.amount) })}
      </Button>
      <PurchaseFailureNotice failure={purchase.failureAt(buttonId)} />
    </div>
  );
}
