import type { ProtocolRulesView } from '@zavet/contract/protocol/settings-endpoints';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import { SecondAddressForm } from './second-address-form.tsx';
import styles from './settings.module.css';

type SecondAddress = NonNullable<ProtocolRulesView['second_address']>;

/** Another address of the owner's, for warnings and for the link that stops a start. */
export function SecondAddressCard({ address }: { address: SecondAddress | null }) {
  const { t } = useTranslation('release');
  const mode = useEditMode();
  const state = address ? (address.is_confirmed ? 'confirmed' : 'unconfirmed') : 'none';
  const tones = { none: 'plain', unconfirmed: 'gold', confirmed: 'green' } as const;
  return (
    <SectionCard
      title={t('address.title')}
      lead={t('address.lead')}
      headingRef={mode.heading}
      badge={<Badge tone={tones[state]}>{t(`address.${state}`)}</Badge>}
    >
      {address && <AddressState address={address} />}
      {mode.isEditing ? (
        <SecondAddressForm onDone={mode.closeAtHeading} onCancel={mode.close} />
      ) : (
        <div className={styles.actions}>
          <Button kind="quiet" ref={mode.opener} onClick={mode.open}>
            {t(address ? 'address.change' : 'address.set')}
          </Button>
          {address && !address.is_confirmed && <ResendMail email={address.email} />}
          {address && <RemoveAddress email={address.email} />}
        </div>
      )}
    </SectionCard>
  );
}

function AddressState({ address }: { address: SecondAddress }) {
  const { t } = useTranslation('release');
  const formats = useFormats();
  const { email, asked_at } = address;
  if (address.is_confirmed) return <p className={styles.address}>{email}</p>;
  return <p>{t('address.mailed', { email, date: formats.dateTime(asked_at) })}</p>;
}

function ResendMail({ email }: { email: string }) {
  const { t } = useTranslation('release');
  const report = useOutcomeToast();
  const save = useMutationOf('setSecondAddress');
  const words = { done: t('address.sent', { email }), failed: t('address.failed') };
  return (
    <Button
      kind="quiet"
      loading={save.isPending}
      onClick={() => void report(save.mutateAsync({ body: { email } }), words)}
    >
      {t('address.again')}
    </Button>
  );
}

function RemoveAddress({ email }: { email: string }) {
  const { t } = useTranslation('release');
  const report = useOutcomeToast();
  const remove = useMutationOf('removeSecondAddress');
  const words = { done: t('address.removed'), failed: t('address.removeFailed') };
  return (
    <ConfirmButton
      kind="quietDanger"
      label={t('address.remove')}
      title={t('address.removeTitle')}
      confirmLabel={t('address.removeConfirm')}
      cancelLabel={t('address.removeCancel')}
      isDangerous
      act={() => report(remove.mutateAsync(), words)}
    >
      <p>{t('address.removeText', { email })}</p>
    </ConfirmButton>
  );
}
