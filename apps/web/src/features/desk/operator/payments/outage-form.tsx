import type { OutagePreview } from '@zavet/contract/desk/payment-endpoints';
import { useState } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { DateField } from '../../../../ui/date-field/date-field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { useMutationWithCode } from '../code/use-mutation-with-code.ts';
import { momentOf } from '../parts/moment-of.ts';
import { OutageEffects } from './outage-effects.tsx';

interface OutageTime {
  began_at: string;
  ended_at: string;
}

interface Calculated {
  outage: OutageTime;
  preview: OutagePreview;
}

/** First what it would do, then the button that does it: nobody records an outage unseen. */
export function OutageForm() {
  const { t } = useTranslation('desk-payments');
  const preview = useMutationOf('previewOutage');
  const [calculated, setCalculated] = useState<Calculated>();
  const thisYear = new Date().getFullYear();
  const years = { from: thisYear - 2, to: thisYear };
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/payment-endpoints')).outageInput,
    initialValues: { began_at: '', ended_at: '' },
    toInput: ({ began_at, ended_at }) => ({
      began_at: momentOf(began_at),
      ended_at: momentOf(ended_at),
    }),
    submit: async (outage) => {
      setCalculated({ outage, preview: (await preview.mutateAsync({ body: outage })).preview });
    },
  });
  const fieldOf = (name: 'began_at' | 'ended_at') => {
    const field = form.field(name);
    return {
      ...field,
      onChange: (event: { currentTarget: { value: string } }) => {
        // What was calculated was about other times.
        setCalculated(undefined);
        field.onChange(event);
      },
    };
  };
  return (
    <>
      <Form {...form.formProps}>
        <DateField
          {...fieldOf('began_at')}
          label={t('outages.began')}
          help={t('outages.zone')}
          years={years}
          hasTime
        />
        <DateField {...fieldOf('ended_at')} label={t('outages.ended')} years={years} hasTime />
        <FormFailure failure={form.failure} title={t('outages.failed')} />
        <div>
          <Button type="submit" kind="quiet" loading={form.isBusy}>
            {t('outages.preview')}
          </Button>
        </div>
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
  const tell = (done: { result: { is_new: boolean } } | undefined) => {
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
          onClick={() => record.mutate({ body: outage }, { onSuccess: tell })}
        >
          {t('outages.record')}
        </Button>
      </div>
    </>
  );
}
