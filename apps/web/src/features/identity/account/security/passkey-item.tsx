import type { PasskeyView } from '@zavet/contract/identity/factor-schemas';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconKey } from '../../../../ui/more-icons.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import cardStyles from '../cards/cards.module.css';
import { EditForm } from '../cards/edit-form.tsx';
import styles from './security.module.css';

interface PasskeyItemProps {
  passkey: PasskeyView;
  /** Takes the focus when the item is gone. */
  onRemoved: { current: HTMLElement | null };
}

export function PasskeyItem({ passkey, onRemoved }: PasskeyItemProps) {
  const { t } = useTranslation('factors');
  const formats = useFormats();
  const mode = useEditMode();
  const report = useOutcomeToast();
  const remove = useMutationOf('removePasskey');
  const { id, name, created_at, last_used_at } = passkey;

  async function confirm() {
    if (!(await report(remove.mutateAsync({ params: { id } }), { done: t('passkeys.removed') })))
      return;
    requestAnimationFrame(() => onRemoved.current?.focus());
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
