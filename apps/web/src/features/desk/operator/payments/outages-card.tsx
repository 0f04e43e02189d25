import type { OutagePreview, OutageView } from '@zavet/contract/desk/payment-endpoints';
import { useState } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { DataTable } from '../../../../ui/data-table.tsx';
import { DateField } from '../../../../ui/date-field/date-field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { isoTimeOf, SubmitRow } from '../desk-parts.tsx';
import { useMutationWithCode } from '../operator-code.tsx';
import { kopecksPerRuble } from './payment-rules.ts';

export function OutagesCard() {
  const { t } = useTranslation('desk-payments');
  const outages = useEndpoint('listOutages');
  return (
    <SectionCard title={t('outages.title')} lead={t('outages.lead')}>
      <OutageForm />
      <Heading level={3}>{t('outages.list')}</Heading>
      <Loaded query={outages}>{(data) => <OutageTable outages={data.outages} />}</Loaded>
    </SectionCard>
  );
}

function OutageTable({ outages }: { outages: OutageView[] }) {
  const { t } = useTranslation('desk-payments');
  const formats = useFormats();
  if (outages.length === 0) return <p>{t('outages.none')}</p>;
  return (
    <DataTable
      label={t('outages.list')}
      rows={outages}
      keyOf={({ id }) => id}
      columns={[
        { title: t('outages.began'), cell: ({ started_at }) => formats.dateTime(started_at) },
        { title: t('outages.ended'), cell: ({ ended_at }) => formats.dateTime(ended_at) },
        {
          title: t('outages.applied'),
          cell: ({ applied_at }) =>
            applied_at ? formats.dateTime(applied_at) : t('outages.waiting'),
        },
        {
          title: t('outages.owners'),
          cell: ({ owners }) => formats.number(owners),
          isNumber: true,
        },
      ]}
    />
  );
}

interface OutageTime {
  started_at: string;
  ended_at: string;
}

interface CalculatedOutage {
  outage: OutageTime;
  preview: OutagePreview;
}

/** An outage can be recorded only after a preview of its effects. */
function OutageForm() {
  const { t } = useTranslation('desk-payments');
  const preview = useMutationOf('previewOutage');
  const [calculated, setCalculated] = useState<CalculatedOutage>();
  const thisYear = new Date().getFullYear();
  const years = { from: thisYear - 2, to: thisYear };
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/payment-endpoints')).outageInput,
    initialValues: { started_at: '', ended_at: '' },
    toInput: ({ started_at, ended_at }) => ({
      started_at: isoTimeOf(started_at),
      ended_at: isoTimeOf(ended_at),
    }),
    submit: async (outage) => {
      setCalculated({ outage, preview: (await preview.mutateAsync({ body: outage })).preview });
    },
  });
  const fieldOf = (name: 'started_at' | 'ended_at') => {
    const field = form.field(name);
    return {
      ...field,
      onChange: (event: { currentTarget: { value: string } }) => {
        // The preview applies only to the times it was calculated for.
        setCalculated(undefined);
        field.onChange(event);
      },
    };
  };
  return (
    <>
      <Form {...form.formProps}>
        <DateField
          {...fieldOf('started_at')}
          label={t('outages.began')}
          help={t('outages.zone')}
          years={years}
          hasTime
        />
        <DateField {...fieldOf('ended_at')} label={t('outages.ended')} years={years} hasTime />
        <SubmitRow form={form} kind="quiet" failureTitle={t('outages.failed')}>
          {t('outages.preview')}
        </SubmitRow>
      </Form>
      <div role="status">{calculated && <OutageEffects preview={calculated.preview} />}</div>
      {calculated && !calculated.preview.is_recorded && (
        <RecordButton
          outage={calculated.outage}
          onDone={() => {
            setCalculated(undefined);
            form.reset();
          }}
        />
      )}
    </>
  );
}

function RecordButton({ outage, onDone }: { outage: OutageTime; onDone: () => void }) {
  const { t } = useTranslation('desk-payments');
  const record = useMutationWithCode('recordOutage', { lead: t('outages.recordLead') });
  const showSuccess = (done: { result: { is_new: boolean } } | undefined) => {
    if (!done) return;
    toasts.success(done.result.is_new ? t('outages.recorded') : t('outages.recordedAlready'));
    onDone();
  };
  return (
    <>
      <FormFailure failure={record.error ?? undefined} title={t('outages.failed')} />
      <div>
        <Button
          loading={record.isPending}
          onClick={() => record.mutate({ body: outage }, { onSuccess: showSuccess })}
        >
          {t('outages.record')}
        </Button>
      </div>
    </>
  );
}

/** Shows the plans to be extended and the amounts to be refunded. */
function OutageEffects({ preview }: { preview: OutagePreview }) {
  const { t } = useTranslation('desk-payments');
  const formats = useFormats();
  const { extended, refunded_owners, refunded_kopecks, missing_kopecks } = preview;
  const rubles = (kopecks: number) => formats.rubles(kopecks / kopecksPerRuble);
  const affectsNoOwner = extended.length === 0 && refunded_owners === 0 && missing_kopecks === 0;
  return (
    <>
      {preview.is_recorded && <Notice kind="warning">{t('outages.recordedAlready')}</Notice>}
      {affectsNoOwner && <Notice>{t('outages.noneAffected')}</Notice>}
      {extended.length > 0 && (
        <DataTable
          label={t('outages.extends')}
          rows={extended}
          keyOf={({ plan, days }) => `${plan} ${days}`}
          columns={[
            { title: t('outages.plan'), cell: ({ plan }) => t(`plans.${plan}`) },
            {
              title: t('outages.days'),
              cell: ({ days }) => formats.number(days),
              isNumber: true,
            },
            {
              title: t('outages.owners'),
              cell: ({ owners }) => formats.number(owners),
              isNumber: true,
            },
          ]}
        />
      )}
      {refunded_owners > 0 && (
        <Notice kind="warning">
          {t('outages.refunds', {
            owners: formats.number(refunded_owners),
            amount: rubles(refunded_kopecks),
          })}
        </Notice>
      )}
      {missing_kopecks > 0 && (
        <Notice kind="warning">{t('outages.missing', { amount: rubles(missing_kopecks) })}</Notice>
      )}
    </>
  );
}
