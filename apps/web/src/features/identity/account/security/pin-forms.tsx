import { pinProblem } from '@zavet/contract/identity/account-rules';
import { limits } from '@zavet/contract/limits';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { EditForm } from '../cards/edit-form.tsx';
import { passwordAskedElsewhere } from '../cards/password-asked-elsewhere.ts';

interface PinFormProps {
  onDone: () => void;
}

interface SetPinFormProps extends PinFormProps {
  dateOfBirth: string | null;
}

export function SetPinForm({ dateOfBirth, onDone }: SetPinFormProps) {
  const { t } = useTranslation('settings');
  const save = useMutationOf('setPin');
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).setPinInput,
    initialValues: { pin: '' },
    toInput: (values) => ({ ...values, ...passwordAskedElsewhere }),
    check: ({ pin }) => ({ pin: pinProblem(pin, dateOfBirth) }),
    submit: async (body) => {
      await save.mutateAsync({ body });
      toasts.success(t('pin.saved'));
      onDone();
    },
  });

  return (
    <EditForm
      form={form}
      failureTitle={t('pin.failure')}
      submitLabel={t('pin.save')}
      onCancel={onDone}
    >
      <PasswordField
        {...form.field('pin')}
        label={t('pin.field')}
        help={t('pin.help')}
        inputMode="numeric"
        maxLength={limits.pinDigits}
        autoComplete="off"
      />
    </EditForm>
  );
}

export function RemovePinForm({ onDone }: PinFormProps) {
  const { t } = useTranslation('settings');
  const remove = useMutationOf('removePin');
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).removePinInput,
    initialValues: {},
    toInput: () => passwordAskedElsewhere,
    submit: async (body) => {
      await remove.mutateAsync({ body });
      toasts.success(t('pin.removed'));
      onDone();
    },
  });

  return (
    <EditForm
      form={form}
      failureTitle={t('pin.removeFailure')}
      submitLabel={t('pin.remove')}
      submitKind="danger"
      onCancel={onDone}
    >
      <Notice kind="warning">{t('pin.removeText')}</Notice>
    </EditForm>
  );
}
