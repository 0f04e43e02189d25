import type { AccountView } from '@zavet/contract/desk/account-endpoints';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { FormFailure } from '../../../../ui/form/form.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { InvolvedNotice } from '../desk-parts.tsx';
import { useMutationWithCode } from '../operator-code.tsx';
import {
  ConsentTable,
  ContentFacts,
  CorrectionTable,
  PersonFacts,
  PlanFacts,
  SessionTable,
  StateBadge,
} from './account-facts.tsx';
import { CorrectionForm, SuspensionForm } from './account-forms.tsx';
import { CustomPlanForm, RefundForm, RenewalsForm } from './plan-forms.tsx';

export function AccountDetail({ id }: { id: string }) {
  // The server logs each read, so there are no automatic refetches.
  const query = useEndpoint(
    'getAccount',
    { params: { id } },
    {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnMount: false,
      refetchOnReconnect: false,
      refetchOnWindowFocus: false,
    },
  );
  return <Loaded query={query}>{({ account }) => <Detail account={account} />}</Loaded>;
}

function Detail({ account }: { account: AccountView }) {
  const { t } = useTranslation('desk-accounts');
  return (
    <>
      <SectionCard title={account.email} badge={<StateBadge state={account.state} />}>
        <Notice>{t('detail.noted')}</Notice>
        <PersonFacts account={account} />
        {account.is_involved ? <InvolvedNotice /> : <AccountActions account={account} />}
        <div>
          <ButtonLink kind="quiet" to="/operator/accounts" search={{}}>
            {t('detail.close')}
          </ButtonLink>
        </div>
      </SectionCard>
      <SectionCard title={t('detail.plan')}>
        <PlanFacts account={account} />
        {!account.is_involved && <RenewalsForm account={account} />}
      </SectionCard>
      {!account.is_involved && (
        <>
          <RefundForm key={account.refundable.length} account={account} />
          <CustomPlanForm id={account.id} />
        </>
      )}
      <SectionCard title={t('detail.kept')}>
        <ContentFacts account={account} />
      </SectionCard>
      <SectionCard title={t('detail.sessions')}>
        <SessionTable account={account} />
      </SectionCard>
      <SectionCard title={t('detail.consents')}>
        <ConsentTable account={account} />
      </SectionCard>
      {!account.is_involved && account.state !== 'unconfirmed' && (
        <SectionCard title={t('acts.suspension.title')} lead={t('acts.suspension.text')}>
          <SuspensionForm account={account} />
        </SectionCard>
      )}
      <SectionCard title={t('acts.correction.title')} lead={t('acts.correction.text')}>
        <CorrectionTable account={account} />
        {/* The key resets the form to the saved values. */}
        {!account.is_involved && (
          <CorrectionForm key={account.corrections.length} account={account} />
        )}
      </SectionCard>
    </>
  );
}

/** Actions that help an owner sign in again. */
function AccountActions({ account }: { account: AccountView }) {
  return (
    <>
      {account.state === 'unconfirmed' && <ResendConfirmation id={account.id} />}
      {account.throttles.length > 0 && <SignInDelay account={account} />}
    </>
  );
}

function ResendConfirmation({ id }: { id: string }) {
  const { t } = useTranslation('desk-accounts');
  const resend = useMutationOf('resendConfirmation');
  return (
    <>
      <FormFailure failure={resend.error ?? undefined} title={t('acts.resend.failed')} />
      <div>
        <Button
          loading={resend.isPending}
          onClick={() =>
            resend.mutate(
              { params: { id } },
              { onSuccess: () => toasts.success(t('acts.resend.done')) },
            )
          }
        >
          {t('acts.resend.button')}
        </Button>
      </div>
    </>
  );
}

function SignInDelay({ account }: { account: AccountView }) {
  const { t } = useTranslation('desk-accounts');
  const lift = useMutationWithCode('liftSignInDelay', { lead: t('acts.lift.lead') });
  const showSuccess = (done: object | undefined) => {
    if (done) toasts.success(t('acts.lift.done'));
  };
  return (
    <>
      <Notice
        kind="warning"
        title={t('acts.lift.title')}
        actions={
          <Button
            kind="quiet"
            loading={lift.isPending}
            onClick={() => lift.mutate({ params: { id: account.id } }, { onSuccess: showSuccess })}
          >
            {t('acts.lift.button')}
          </Button>
        }
      >
        {account.throttles.map(({ is_known_device, failures, wait_seconds }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the entries have no id
          <p key={index}>
            {t('acts.lift.text', { failures, seconds: wait_seconds })}{' '}
            {is_known_device ? t('acts.lift.known') : t('acts.lift.elsewhere')}
          </p>
        ))}
      </Notice>
      <FormFailure failure={lift.error ?? undefined} title={t('acts.lift.failed')} />
    </>
  );
}
