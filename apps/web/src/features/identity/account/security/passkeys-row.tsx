import { useMutation } from '@tanstack/react-query';
import type { PasskeyView } from '@zavet/contract/identity/factor-schemas';
import { limits } from '@zavet/contract/limits';
import type { ReactNode } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { useInvalidateAfter } from '../../../../platform/queries/invalidation.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconKey } from '../../../../ui/more-icons.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { SettingRow } from '../../../../ui/setting-row.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import { PasskeyNotice } from '../access/factor-controls.tsx';
import { arePasskeysSupported } from '../access/passkey-support.ts';
import { EditForm } from '../card-parts.tsx';
import cardStyles from '../cards.module.css';
import { AddFactorButton } from './add-factor-button.tsx';
import styles from './security.module.css';
import { useDeviceName } from './use-device-name.ts';

interface PasskeysRowProps {
  passkeys: PasskeyView[];
  /** The account has no second factor yet. */
  isFirst: boolean;
  onRecoveryCodes: (codes: string[] | null) => void;
}

export function PasskeysRow({ passkeys, isFirst, onRecoveryCodes }: PasskeysRowProps) {
  const { t } = useTranslation(['factors', 'shell']);
  const mode = useEditMode();
  return (
    <SettingRow
      name={t('passkeys.title')}
      value={passkeys.map(({ name }) => name).join(', ') || t('passkeys.none')}
      mode={mode}
    >
      <p className={cardStyles.lead}>{t('passkeys.lead')}</p>
      {passkeys.length > 0 && (
        <ul className={cardStyles.list}>
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} focusTarget={mode.heading} />
          ))}
        </ul>
      )}
      <AddPasskey count={passkeys.length} isFirst={isFirst} onRecoveryCodes={onRecoveryCodes}>
        <Button kind="quiet" onClick={mode.close}>
          {t('shell:actions.close')}
        </Button>
      </AddPasskey>
    </SettingRow>
  );
}

interface AddPasskeyProps extends Pick<PasskeysRowProps, 'isFirst' | 'onRecoveryCodes'> {
  count: number;
  /** Another button beside the add button. */
  children: ReactNode;
}

function AddPasskey({ count, isFirst, onRecoveryCodes, children }: AddPasskeyProps) {
  const { t } = useTranslation('factors');
  const deviceName = useDeviceName();
  const add = useAddPasskey();
  const isSupported = arePasskeysSupported();
  const hasRoom = count < limits.passkeys;

  function start() {
    const name = deviceName(navigator.userAgent).slice(0, limits.passkeyNameMaxLength);
    add.mutate(name, {
      onSuccess: ({ recovery_codes }) => {
        toasts.success(t('passkeys.added'));
        onRecoveryCodes(recovery_codes);
      },
    });
  }

  return (
    <>
      <PasskeyNotice failure={add.error ?? undefined} />
      {!isSupported && <Notice>{t('passkeys.unsupported')}</Notice>}
      {isSupported && !hasRoom && <Notice>{t('passkeys.limit')}</Notice>}
      <div className={cardStyles.actions}>
        {isSupported && hasRoom && (
          <AddFactorButton
            label={t('passkeys.add')}
            dialogTitle={t('first.passkey')}
            isFirst={isFirst}
            isBusy={add.isPending}
            onStart={start}
          />
        )}
        {children}
      </div>
    </>
  );
}

/** Creates the passkey on the device; `name` is its name in the list. */
function useAddPasskey() {
  return useMutation({
    mutationFn: async (name: string) => {
      const options = await api.startPasskeyCreation();
      const { createPasskey } = await import('../access/passkeys.ts');
      const body = { passkey: await createPasskey(options), name };
      return api.addPasskey({ body });
    },
    onSettled: useInvalidateAfter('addPasskey'),
  });
}

interface PasskeyItemProps {
  passkey: PasskeyView;
  /** Takes the focus after the item was removed. */
  focusTarget: { current: HTMLElement | null };
}

function PasskeyItem({ passkey, focusTarget }: PasskeyItemProps) {
  const { t } = useTranslation('factors');
  const formats = useFormats();
  const mode = useEditMode();
  const report = useOutcomeToast();
  const remove = useMutationOf('removePasskey');
  const { id, name, created_at, last_used_at } = passkey;

  async function confirm() {
    if (!(await report(remove.mutateAsync({ params: { id } }), { done: t('passkeys.removed') })))
      return;
    requestAnimationFrame(() => focusTarget.current?.focus());
  }

  return (
    <li className={styles.session}>
      <IconKey size={28} className={styles.sessionIcon} aria-hidden />
      <div className={styles.sessionText}>
        {mode.isEditing ? (
          <RenameForm passkey={passkey} onDone={mode.close} />
        ) : (
          <>
            <p className={styles.strong}>{name}</p>
            <ul className={styles.details}>
              <li>{t('passkeys.created', { time: formats.dateTime(created_at) })}</li>
              <li>
                {last_used_at
                  ? t('passkeys.used', { time: formats.dateTime(last_used_at) })
                  : t('passkeys.unused')}
              </li>
            </ul>
            <div className={cardStyles.actions}>
              <Button
                kind="quiet"
                ref={mode.opener}
                aria-label={t('passkeys.renameNamed', { name })}
                onClick={mode.open}
              >
                {t('passkeys.rename')}
              </Button>
              <ConfirmButton
                kind="quietDanger"
                label={t('passkeys.remove')}
                aria-label={t('passkeys.removeNamed', { name })}
                title={t('passkeys.removeTitle')}
                confirmLabel={t('passkeys.removeConfirm')}
                isDangerous
                act={confirm}
              >
                {t('passkeys.removeText', { name })}
              </ConfirmButton>
            </div>
          </>
        )}
      </div>
    </li>
  );
}

function RenameForm({ passkey, onDone }: { passkey: PasskeyView; onDone: () => void }) {
  const { t } = useTranslation('factors');
  const rename = useMutationOf('renamePasskey');
  const form = useContractForm({
    schema: async () =>
      (await import('@zavet/contract/identity/factor-schemas')).renamePasskeyInput,
    initialValues: { name: passkey.name },
    submit: async (body) => {
      await rename.mutateAsync({ params: { id: passkey.id }, body });
      toasts.success(t('passkeys.renamed'));
      onDone();
    },
  });
  return (
    <EditForm form={form} onCancel={onDone}>
      <Field {...form.field('name')} label={t('passkeys.name')} autoComplete="off" />
    </EditForm>
  );
}
