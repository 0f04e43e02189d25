import { pinProblem } from '@zavet/contract/identity/account-rules';
import type { ProfileView } from '@zavet/contract/identity/account-schemas';
import { limits } from '@zavet/contract/limits';
import { useState } from 'react';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { PasswordField } from '../../../../ui/password-field.tsx';
import { SettingRow } from '../../../../ui/setting-row.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import styles from './settings.module.css';
import { ShownOnce } from './shown-once.tsx';

/** The PIN that contacts enter before paying. It is shown once, when it is set. */
export function PinRow({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('release');
  const mode = useEditMode();
  const [newPin, setNewPin] = useState<string>();

  function close() {
    setNewPin(undefined);
    mode.close();
  }

  return (
    <SettingRow
      name={t('pin.title')}
      value={t(profile.has_pin ? 'pin.isSet' : 'pin.isNotSet')}
      tone={profile.has_pin ? 'green' : undefined}
      mode={mode}
    >
      {newPin === undefined ? (
        <PinForm profile={profile} onSaved={setNewPin} onClose={close} />
      ) : (
        <PrintablePin pin={newPin} onClose={close} />
      )}
    </SettingRow>
  );
}

interface PinFormProps {
  profile: ProfileView;
  onSaved: (pin: string) => void;
  onClose: () => void;
}

function PinForm({ profile, onSaved, onClose }: PinFormProps) {
  const { t } = useTranslation(['release', 'shell']);
  const save = useMutationOf('setPin', { gcTime: 0 });
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).setPinInput,
    initialValues: { pin: '' },
    // The proof dialog asks for the password.
    toInput: (values) => ({ ...values, current_password: undefined }),
    check: ({ pin }) => ({ pin: pinProblem(pin, profile.date_of_birth) }),
    submit: async (body) => {
      await save.mutateAsync({ body });
      toasts.success(t('pin.saved'));
      onSaved(body.pin);
    },
  });
  return (
    <Form {...form.formProps}>
      <p className={styles.help}>{t('pin.lead')}</p>
      <div className={styles.field}>
        <PasswordField
          {...form.field('pin')}
          label={t('pin.field')}
          help={t('pin.help')}
          inputMode="numeric"
          maxLength={limits.pinDigits}
          autoComplete="off"
        />
      </div>
      <FormFailure failure={form.failure} title={t('pin.failure')} />
      <div className={styles.actions}>
        <Button type="submit" loading={form.isBusy}>
          {t('pin.save')}
        </Button>
        <Button kind="quiet" disabled={form.isBusy} onClick={onClose}>
          {t('shell:actions.cancel')}
        </Button>
        {profile.has_pin && <RemovePin onRemoved={onClose} />}
      </div>
      <LeaveGuard isChanged={form.isChanged && !form.isBusy} />
    </Form>
  );
}

function RemovePin({ onRemoved }: { onRemoved: () => void }) {
  const { t } = useTranslation('release');
  const report = useOutcomeToast();
  const remove = useMutationOf('removePin');

  async function confirm() {
    const words = { done: t('pin.removed'), failed: t('pin.removeFailure') };
    if (await report(remove.mutateAsync({ body: {} }), words)) onRemoved();
  }

  return (
    <ConfirmButton
      kind="quietDanger"
      label={t('pin.remove')}
      title={t('pin.removeTitle')}
      confirmLabel={t('pin.remove')}
      isDangerous
      act={confirm}
    >
      <p>{t('pin.removeText')}</p>
    </ConfirmButton>
  );
}

interface PrintablePinProps {
  pin: string;
  onClose: () => void;
}

/** One slip per contact, to keep with the contact card. */
function PrintablePin({ pin, onClose }: PrintablePinProps) {
  const { t } = useTranslation('release');
  const contacts = useEndpoint('getProtocolRules').data?.contacts ?? [];
  return (
    <ShownOnce
      label={t('pin.shownTitle')}
      text={t('pin.shownText')}
      closeLabel={t('pin.kept')}
      onClose={onClose}
    >
      {contacts.length === 0 && <PinSlip pin={pin} />}
      {contacts.map(({ id, name }) => (
        <PinSlip key={id} pin={pin} name={name} />
      ))}
    </ShownOnce>
  );
}

function PinSlip({ pin, name }: { pin: string; name?: string }) {
  const { t } = useTranslation('release');
  return (
    <div className={styles.slip}>
      <Heading level={3}>{name ? t('pin.paperFor', { name }) : t('pin.paperTitle')}</Heading>
      <p className={styles.codeGroups}>{pin}</p>
      <p>{t('pin.paperText', { address: `${location.host}/trusted-legacies` })}</p>
    </div>
  );
}
