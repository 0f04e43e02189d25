import { useSearch } from '@tanstack/react-router';
import type { FoundAccount } from '@zavet/contract/desk/account-endpoints';
import { useState } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { TextLink } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { DataTable } from '../../../../ui/data-table.tsx';
import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { SubmitRow } from '../desk-parts.tsx';
import { useMutationWithCode } from '../operator-code.tsx';
import { AccountDetail } from './account-detail.tsx';
import { StateBadge } from './account-facts.tsx';

/** Accounts are found only by their full address; there is no list. */
export function AccountsTab() {
  const { id } = useSearch({ strict: false });
  return (
    <>
      <SearchCard />
      {id ? <AccountDetail key={id} id={id} /> : <EraseContactCard />}
    </>
  );
}

/** The searched address is personal data, so it is not put in the URL. */
function SearchCard() {
  const { t } = useTranslation('desk-accounts');
  const search = useMutationOf('searchAccounts');
  const [found, setFound] = useState<FoundAccount[]>();
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).emailOnlyInput,
    initialValues: { email: '' },
    submit: async (body) => setFound((await search.mutateAsync({ body })).accounts),
  });
  return (
    <SectionCard title={t('title')} lead={t('search.lead')}>
      <Form {...form.formProps}>
        <Field
          {...form.field('email')}
          label={t('search.email')}
          inputMode="email"
          autoComplete="off"
        />
        <SubmitRow form={form} failureTitle={t('search.failed')}>
          {t('search.submit')}
        </SubmitRow>
      </Form>
      <div role="status">{found && <FoundAccounts accounts={found} />}</div>
    </SectionCard>
  );
}

function FoundAccounts({ accounts }: { accounts: FoundAccount[] }) {
  const { t } = useTranslation('desk-accounts');
  const formats = useFormats();
  if (accounts.length === 0) {
    return <EmptyState drawing={<Envelope kind="empty" />} title={t('search.none')} />;
  }
  return (
    <DataTable
      label={t('search.found')}
      rows={accounts}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('columns.email'),
          cell: ({ id, email }) => (
            <TextLink to="/operator/accounts" search={{ id }}>
              {email}
            </TextLink>
          ),
        },
        { title: t('columns.match'), cell: ({ match }) => t(`match.${match}`) },
        { title: t('columns.state'), cell: ({ state }) => <StateBadge state={state} /> },
        { title: t('columns.created'), cell: ({ created_at }) => formats.date(created_at) },
      ]}
    />
  );
}

/** Erases a contact on request, by address, because contacts may have no account. */
function EraseContactCard() {
  const { t } = useTranslation('desk-accounts');
  const erase = useMutationWithCode('eraseContact', { lead: t('acts.erase.lead') });
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).emailOnlyInput,
    initialValues: { email: '' },
    submit: async (body) => {
      const done = await erase.mutateAsync({ body });
      if (done) toasts.success(t('acts.erase.done', { ...done.result }));
    },
  });
  return (
    <SectionCard title={t('acts.erase.title')} lead={t('acts.erase.text')}>
      <Form {...form.formProps}>
        <Field
          {...form.field('email')}
          label={t('acts.erase.email')}
          inputMode="email"
          autoComplete="off"
        />
        <SubmitRow form={form} kind="danger" failureTitle={t('acts.erase.failed')}>
          {t('acts.erase.button')}
        </SubmitRow>
      </Form>
    </SectionCard>
  );
}
