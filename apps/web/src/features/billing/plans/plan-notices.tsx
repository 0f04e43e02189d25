import { isCataloguePlan } from '@zavet/contract/billing/plan-catalogue';
import type { PlanOffer, PlanView } from '@zavet/contract/billing/plan-endpoints';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { isPayable, offerOf, productId, restoringOffer } from './plan-rules.ts';
import styles from './plans.module.css';
import { PurchaseFailureNotice } from './public/purchase-failure.tsx';
import { usePlanNames } from './use-plan-names.ts';
import type { PlanPurchase } from './use-purchase.ts';

interface PlanNoticeProps {
  plan: PlanView;
  purchase: PlanPurchase;
}

/** Effects of an expired plan, and the offer that restores it. */
export function ExpiredBanner({ plan, purchase }: PlanNoticeProps) {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  const names = usePlanNames();
  const { expired } = plan;
  if (!expired) return null;
  const limit = formats.storage(plan.limit_mb);
  return (
    <Notice
      kind="warning"
      title={t('expired.title', { name: names.plan(expired.plan) })}
      actions={
        <PayButton offer={restoringOffer(plan)} label="expired.restore" purchase={purchase} />
      }
    >
      <div className={styles.stack}>
        <p>{t('expired.ended', { date: formats.date(expired.on), limit })}</p>
        <p>{t('expired.uploads', { limit })}</p>
        {expired.files_removed_on && (
          <p>
            <strong>
              {t('expired.removal', { date: formats.date(expired.files_removed_on), limit })}
            </strong>
          </p>
        )}
      </div>
    </Notice>
  );
}

/** Shown if the period has ended and the renewal payment was declined. */
export function RenewalDeclinedNotice({ plan, purchase }: PlanNoticeProps) {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  if (!plan.renewal_declined || !isCataloguePlan(plan.plan) || !plan.period) return null;
  const { next_try_on } = plan.renewal_declined;
  const offer = offerOf(plan, productId(plan.plan, plan.period));
  const payableOffer = offer && isPayable(offer.kind) ? offer : undefined;
  return (
    <Notice
      kind="warning"
      title={t('declined.title')}
      actions={<PayButton offer={payableOffer} label="declined.pay" purchase={purchase} />}
    >
      {next_try_on
        ? t('declined.nextTry', { date: formats.date(next_try_on) })
        : t('declined.noTry')}{' '}
      {t('declined.advice')}
    </Notice>
  );
}

/** A charge or a file removal is paused, because its announcement could not be mailed. */
export function PausedActionNotice({ plan: { unreached } }: { plan: PlanView }) {
  const { t } = useTranslation('plans');
  if (!unreached) return null;
  if (unreached === 'contacts') return <UnnotifiedContactsNotice />;
  return (
    <Notice
      kind="warning"
      title={t('unreached.title')}
      actions={
        <ButtonLink kind="quiet" to="/settings" search={{ tab: 'profile' }}>
          {t('unreached.action')}
        </ButtonLink>
      }
    >
      {t(`unreached.${unreached}`)}
    </Notice>
  );
}

function UnnotifiedContactsNotice() {
  const { t } = useTranslation('plans');
  return (
    <Notice
      kind="warning"
      title={t('unnotifiedContacts.title')}
      actions={
        <ButtonLink kind="quiet" to="/contact">
          {t('unnotifiedContacts.action')}
        </ButtonLink>
      }
    >
      {t('unnotifiedContacts.text')}
    </Notice>
  );
}

interface PayButtonProps {
  offer: PlanOffer | undefined;
  label: 'expired.restore' | 'declined.pay';
  purchase: PlanPurchase;
}

function PayButton({ offer, label, purchase }: PayButtonProps) {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  if (!offer) return null;
  const isBusyHere = purchase.isBusyAt(label);
  return (
    <>
      <Button
        loading={isBusyHere}
        disabled={purchase.isBusy && !isBusyHere}
        onClick={() => purchase.buy(offer, label)}
      >
        {t(label, { price: formats.rubles(offer.amount) })}
      </Button>
      <PurchaseFailureNotice failure={purchase.failureAt(label)} />
    </>
  );
}
