import { maintenanceTerms } from '@zavet/contract/desk/desk-values';
import type { MaintenanceView } from '@zavet/contract/desk/status-endpoints';
import { serviceTerms } from '@zavet/contract/service-terms';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { DateField } from '../../../../ui/date-field/date-field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { isoTimeOf, SubmitRow } from '../desk-parts.tsx';
import { useMutationWithCode } from '../operator-code.tsx';

const noticeHours = serviceTerms.maintenanceNoticeHours;
const pollMs = 30_000;

/** Polls, because the numbers change while mails are sent. */
export function useMaintenanceList() {
  return useEndpoint('listMaintenance', {}, { refetchInterval: pollMs });
}

/** Plans and cancels maintenance. All owners are notified by mail and by a banner. */
export function MaintenanceCard() {
  const { t } = useTranslation('desk-state');
  const list = useMaintenanceList();
  const hours = noticeHours + maintenanceTerms.mailingHours;
  return (
    <SectionCard
      title={t('maintenance.title')}
      lead={t('maintenance.lead', { hours, notice: noticeHours })}
    >
      <MaintenanceForm />
      <Heading level={3}>{t('maintenance.list')}</Heading>
      <Loaded query={list}>{(data) => <MaintenanceTable rows={data.maintenance} />}</Loaded>
    </SectionCard>
  );
}

function MaintenanceTable({ rows }: { rows: MaintenanceView[] }) {
  const { t } = useTranslation('desk-state');
  const cancel = useMutationWithCode('cancelMaintenance', { lead: t('maintenance.callOffLead') });
  const columns = useColumns(cancel);
  if (rows.length === 0) return <p>{t('maintenance.none')}</p>;
  return (
    <>
      <FormFailure failure={cancel.error ?? undefined} title={t('maintenance.callOffFailed')} />
      <DataTable
        label={t('maintenance.list')}
        rows={rows}
        keyOf={({ id }) => id}
        columns={columns}
      />
    </>
  );
}

function useColumns(
  cancel: ReturnType<typeof useMutationWithCode<'cancelMaintenance'>>,
): Column<MaintenanceView>[] {
  const { t } = useTranslation('desk-state');
  const formats = useFormats();
  const cancelWindow = (id: string) =>
    cancel.mutate(
      { params: { id } },
      { onSuccess: (done) => done && toasts.success(t('maintenance.calledOff')) },
    );
  return [
    { title: t('maintenance.begins'), cell: ({ starts_at }) => formats.dateTime(starts_at) },
    { title: t('maintenance.ends'), cell: ({ ends_at }) => formats.dateTime(ends_at) },
    { title: t('maintenance.state'), cell: ({ state }) => t(`maintenance.states.${state}`) },
    { title: t('maintenance.notified'), cell: (row) => <NotifiedCell row={row} /> },
    {
      title: t('maintenance.callOff'),
      cell: ({ id, state, starts_at }) =>
        state === 'planned' && (
          <Button
            kind="quiet"
            aria-label={t('maintenance.callOffOf', { moment: formats.dateTime(starts_at) })}
            loading={cancel.isPending && cancel.variables?.params.id === id}
            onClick={() => cancelWindow(id)}
          >
            {t('maintenance.callOff')}
          </Button>
        ),
    },
  ];
}

function NotifiedCell({ row }: { row: MaintenanceView }) {
  const { t } = useTranslation('desk-state');
  const formats = useFormats();
  const { notified, notified_late, waiting, state } = row;
  return (
    <>
      <p>{formats.number(notified)}</p>
      {notified_late > 0 && (
        <p>{t('maintenance.notifiedLate', { value: formats.number(notified_late) })}</p>
      )}
      {waiting > 0 && state === 'planned' && (
        <p>{t('maintenance.waiting', { value: formats.number(waiting) })}</p>
      )}
    </>
  );
}

function MaintenanceForm() {
  const { t } = useTranslation('desk-state');
  const plan = useMutationWithCode('planMaintenance', { lead: t('maintenance.planLead') });
  const thisYear = new Date().getFullYear();
  const years = { from: thisYear, to: thisYear + 1 };
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/status-endpoints')).maintenanceInput,
    initialValues: { starts_at: '', ends_at: '' },
    toInput: ({ starts_at, ends_at }) => ({
      starts_at: isoTimeOf(starts_at),
      ends_at: isoTimeOf(ends_at),
    }),
    submit: async (body) => {
      if (!(await plan.mutateAsync({ body }))) return;
      toasts.success(t('maintenance.planned'));
      form.reset();
    },
  });
  return (
    <Form {...form.formProps}>
      <DateField
        {...form.field('starts_at')}
        label={t('maintenance.begins')}
        help={t('maintenance.zone')}
        years={years}
        hasTime
      />
      <DateField {...form.field('ends_at')} label={t('maintenance.ends')} years={years} hasTime />
      <SubmitRow form={form} failureTitle={t('maintenance.failed')}>
        {t('maintenance.plan')}
      </SubmitRow>
    </Form>
  );
}
