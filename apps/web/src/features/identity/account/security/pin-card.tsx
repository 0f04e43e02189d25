import { pinProblem } from '@zavet/contract/identity/account-rules';
import { limits } from '@zavet/contract/limits';
import { useState } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import { EditForm, withoutCurrentPassword } from '../card-parts.tsx';
import styles from '../cards.module.css';

interface PinCardProps {
  dateOfBirth: string | null;
  hasPin: boolean;
}

export function PinCard({ dateOfBirth, hasPin }: PinCardProps) {
  const { t } = useTranslation('settings');
  const mode = useEditMode();
  const [isRemoving, setRemoving] = useState(false);

  function open(isRemoval: boolean) {
    setRemoving(isRemoval);
    mode.open();
  }

  return (
    <SectionCard
      title={t('pin.title')}
      lead={t('pin.lead')}
      headingRef={mode.heading}
      badge={
        <Badge tone={hasPin ? 'green' : 'plain'}>{t(hasPin ? 'pin.isSet' : 'pin.isNotSet')}</Badge>
      }
    >
      <p className={styles.lead}>{t('pin.advice')}</p>
      {mode.isEditing && isRemoving && <RemovePinForm onDone={mode.close} />}
      {mode.isEditing && !isRemoving && (
        <SetPinForm dateOfBirth={dateOfBirth} onDone={mode.close} />
      )}
      {!mode.isEditing && (
        <div className={styles.actions}>
          <Button kind="quiet" ref={mode.opener} onClick={() => open(false)}>
            {t(hasPin ? 'pin.change' : 'pin.set')}
          </Button>
          {hasPin && (
            <Button kind="quietDanger" onClick={() => open(true)}>
              {t('pin.remove')}
            </Button>
          )}
        </div>
      )}
    </SectionCard>
  );
}

interface PinFormProps {
  onDone: () => void;
}

interface SetPinFormProps extends PinFormProps {
  dateOfBirth: string | null;
}

function SetPinForm({ dateOfBirth, onDone }: SetPinFormProps) {
  const { t } = useTranslation('settings');
  const save = useMutationOf('setPin');
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).setPinInput,
    initialValues: { pin: '' },
    toInput: (values) => ({ ...values, ...withoutCurrentPassword }),
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

function RemovePinForm({ onDone }: PinFormProps) {
  const { t } = useTranslation('settings');
  const remove = useMutationOf('removePin');
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).removePinInput,
    initialValues: {},
    toInput: () => withoutCurrentPassword,
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
