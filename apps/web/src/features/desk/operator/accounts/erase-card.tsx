import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { useMutationWithCode } from '../code/use-mutation-with-code.ts';

/** A trusted person who asks for it may have no account: found by the address alone. */
export function EraseCard() {
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
        <FormFailure failure={form.failure} title={t('acts.erase.failed')} />
        <div>
          <Button type="submit" kind="danger" loading={form.isBusy}>
            {t('acts.erase.button')}
          </Button>
        </div>
      </Form>
    </SectionCard>
  );
}
