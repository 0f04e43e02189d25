import type { ProfileView } from '@zavet/contract/identity/account-schemas';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Field } from '../../../../ui/field.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { EditForm } from '../cards/edit-form.tsx';

interface PhoneFormProps {
  profile: ProfileView;
  onDone: () => void;
}

export function PhoneForm({ profile, onDone }: PhoneFormProps) {
  const { t } = useTranslation('settings');
  const save = useMutationOf('updateContactInfo');
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).contactInfoInput,
    initialValues: { phone: profile.phone ?? '' },
    submit: async (body) => {
      await save.mutateAsync({ body });
      toasts.success(t(body.phone === '' ? 'contact.phoneRemoved' : 'saved'));
      onDone();
    },
  });

  return (
    <EditForm
      form={form}
      failureTitle={t('contact.failure')}
      onCancel={onDone}
      actions={profile.phone && <RemovePhone isBlocked={form.isBusy} onDone={onDone} />}
    >
      <Field
        {...form.field('phone')}
        label={t('contact.phone')}
        help={t('contact.phoneHelp')}
        type="tel"
        autoComplete="tel"
      />
    </EditForm>
  );
}

function RemovePhone({ isBlocked, onDone }: { isBlocked: boolean; onDone: () => void }) {
  const { t } = useTranslation('settings');
  const describe = useErrorText();
  const save = useMutationOf('updateContactInfo');
  return (
    <Button
      kind="quietDanger"
      disabled={isBlocked}
      loading={save.isPending}
      onClick={() =>
        save.mutate(
          { body: { phone: '' } },
          {
            onSuccess: () => {
              toasts.success(t('contact.phoneRemoved'));
              onDone();
            },
            onError: (error) => toasts.error(describe(error)),
          },
        )
      }
    >
      {t('contact.phoneRemove')}
    </Button>
  );
}
