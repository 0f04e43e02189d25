import type { AccountView } from '@zavet/contract/desk/account-endpoints';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { InvolvedNotice } from '../parts/involved-notice.tsx';
import { AccountActs } from './account-acts.tsx';
import { KeptFacts, PersonFacts, PlanFacts } from './account-facts.tsx';
import { ConsentTable, CorrectionTable, SessionTable } from './account-tables.tsx';
import { CorrectionForm } from './correction-form.tsx';
import { CustomPlanForm, RefundForm } from './money-forms.tsx';
import { RenewalsForm } from './renewals-form.tsx';
import { StateBadge } from './state-badge.tsx';
import { SuspensionForm } from './suspension-form.tsx';

export function AccountDetail({ id }: { id: string }) {
  // The server logs each reading: only the operator causes one.
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
        {account.is_involved ? <InvolvedNotice /> : <AccountActs account={account} />}
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
        <KeptFacts account={account} />
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
        {/* What is saved becomes what the form begins with. */}
        {!account.is_involved && (
          <CorrectionForm key={account.corrections.length} account={account} />
        )}
      </SectionCard>
    </>
  );
}
