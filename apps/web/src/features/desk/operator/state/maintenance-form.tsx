import { Button } from '../../../../ui/button.tsx';
import { DateField } from '../../../../ui/date-field/date-field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { useMutationWithCode } from '../code/use-mutation-with-code.ts';
import { momentOf } from '../parts/moment-of.ts';

/** From when and until when; what people read is composed of that, nobody types it. */
export function MaintenanceForm() {
  const { t } = useTranslation('desk-state');
  const plan = useMutationWithCode('planMaintenance', { lead: t('maintenance.planLead') });
  const thisYear = new Date().getFullYear();
  const years = { from: thisYear, to: thisYear + 1 };
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/desk/status-endpoints')).maintenanceInput,
    initialValues: { begins_at: '', ends_at: '' },
    toInput: ({ begins_at, ends_at }) => ({
      begins_at: momentOf(begins_at),
      ends_at: momentOf(ends_at),
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
        {...form.field('begins_at')}
        label={t('maintenance.begins')}
        help={t('maintenance.zone')}
        years={years}
        hasTime
      />
      <DateField {...form.field('ends_at')} label={t('maintenance.ends')} years={years} hasTime />
      <FormFailure failure={form.failure} title={t('maintenance.failed')} />
      <div>
        <Button type="submit" loading={form.isBusy}>
          {t('maintenance.plan')}
        </Button>
      </div>
    </Form>
  );
}
