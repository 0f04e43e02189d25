import { isBoughtPlan } from '@zavet/contract/billing/plan-catalogue';
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
  desk: PlanPurchase;
}

/** The plan has run out: what that means, and the way back to it. */
export function ExpiredBanner({ plan, desk }: PlanNoticeProps) {
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
      actions={<PayNow offer={restoringOffer(plan)} label="expired.restore" desk={desk} />}
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

/** The period is over and could not be paid for yet. */
export function DeclinedNotice({ plan, desk }: PlanNoticeProps) {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  if (!plan.renewal_declined || !isBoughtPlan(plan.plan) || !plan.period) return null;
  const { next_try_on } = plan.renewal_declined;
  const offer = offerOf(plan, productId(plan.plan, plan.period));
  const payable = offer && isPayable(offer.kind) ? offer : undefined;
  return (
    <Notice
      kind="warning"
      title={t('declined.title')}
      actions={<PayNow offer={payable} label="declined.pay" desk={desk} />}
    >
      {next_try_on
        ? t('declined.nextTry', { date: formats.date(next_try_on) })
        : t('declined.noTry')}{' '}
      {t('declined.advice')}
    </Notice>
  );
}

/** A mail has to arrive before money is taken or files go, and the owner's mail server refuses it. */
export function UnreachedNotice({ plan: { unreached } }: { plan: PlanView }) {
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

/** Files stay for now, because no trusted contact could be told that they go. */
function UnnotifiedContactsNotice() {
  const { t } = useTranslation('plans');
  return (
    <Notice
      kind="warning"
      title={t('untoldContacts.title')}
      actions={
        <ButtonLink kind="quiet" to="/contact">
          {t('untoldContacts.action')}
        </ButtonLink>
      }
    >
      {t('untoldContacts.text')}
    </Notice>
  );
}

interface PayNowProps {
  offer: PlanOffer | undefined;
  label: 'expired.restore' | 'declined.pay';
  desk: PlanPurchase;
}

function PayNow({ offer, label, desk }: PayNowProps) {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  if (!offer) return null;
  const isBusyHere = desk.isBusyAt(label);
  return (
    <>
      <Button
        loading={isBusyHere}
        disabled={desk.isBusy && !isBusyHere}
        onClick={() => desk.buy(offer, label)}
      >
        {t(label, { price: formats.rubles(offer.amount) })}
      </Button>
      <PurchaseFailureNotice failure={desk.failureAt(label)} />
    </>
  );
}
