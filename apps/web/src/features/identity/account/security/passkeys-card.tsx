import { useMutation } from '@tanstack/react-query';
import type { PasskeyView } from '@zavet/contract/account/factor-schemas';
import { limits } from '@zavet/contract/limits';
import { useRef, useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { useInvalidateAfter } from '../../../../platform/queries/invalidation.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { SectionCard } from '../../../../ui/section-card.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { isPasskeyKnown } from '../access/passkey-failure.ts';
import { PasskeyNotice } from '../access/passkey-notice.tsx';
import styles from '../cards/cards.module.css';
import { FirstFactorDialog } from './first-factor-dialog.tsx';
import { PasskeyItem } from './passkey-item.tsx';
import { useDeviceName } from './use-device-name.ts';

interface PasskeysCardProps {
  passkeys: PasskeyView[];
  /** The account has no factor yet. */
  isFirst: boolean;
  onRecoveryCodes: (codes: string[] | null) => void;
}

export function PasskeysCard({ passkeys, isFirst, onRecoveryCodes }: PasskeysCardProps) {
  const { t } = useTranslation('factors');
  const heading = useRef<HTMLHeadingElement>(null);
  const [removed, setRemoved] = useState<PasskeyView>();

  function close(isGone: boolean) {
    setRemoved(undefined);
    // The button that had the focus goes with its passkey.
    if (isGone) requestAnimationFrame(() => heading.current?.focus());
  }

  return (
    <SectionCard title={t('passkeys.title')} lead={t('passkeys.lead')} headingRef={heading}>
      {passkeys.length > 0 ? (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </ul>
      ) : (
        <p className={styles.lead}>{t('recovery.ahead')}</p>
      )}
      <AddPasskey count={passkeys.length} isFirst={isFirst} onRecoveryCodes={onRecoveryCodes} />
      <RemoveDialog passkey={removed} onClose={close} />
    </SectionCard>
  );
}

interface AddPasskeyProps extends Pick<PasskeysCardProps, 'isFirst' | 'onRecoveryCodes'> {
  count: number;
}

function AddPasskey({ count, isFirst, onRecoveryCodes }: AddPasskeyProps) {
  const { t } = useTranslation('factors');
  const [isAsking, setAsking] = useState(false);
  const deviceName = useDeviceName();
  const add = useAddPasskey();
  if (!isPasskeyKnown()) return <Notice>{t('passkeys.unsupported')}</Notice>;
  if (count >= limits.passkeys) return <Notice>{t('passkeys.limit')}</Notice>;

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
      <div>
        <Button
          kind="quiet"
          loading={add.isPending}
          onClick={() => (isFirst ? setAsking(true) : start())}
        >
          {t('passkeys.add')}
        </Button>
      </div>
      <FirstFactorDialog
        isOpen={isAsking}
        title={t('first.passkey')}
        onConfirm={() => {
          setAsking(false);
          start();
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}

/** Asks the server, then the device, then the server again; `name` is what the list will say. */
function useAddPasskey() {
  return useMutation({
    mutationFn: async (name: string) => {
      const options = await api.beginPasskey();
      const { makePasskey } = await import('../access/passkeys.ts');
      const body = { passkey: await makePasskey(options), name };
      return api.addPasskey({ body });
    },
    onSettled: useInvalidateAfter('addPasskey'),
  });
}

interface RemoveDialogProps {
  passkey: PasskeyView | undefined;
  onClose: (isGone: boolean) => void;
}

function RemoveDialog({ passkey, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('factors');
  const describe = useErrorText();
  const remove = useMutationOf('removePasskey');

  function confirm() {
    if (!passkey) return;
    remove.mutate(
      { params: { id: passkey.id } },
      {
        onSuccess: () => {
          toasts.success(t('passkeys.removed'));
          onClose(true);
        },
        onError: (error) => {
          toasts.error(describe(error));
          onClose(false);
        },
      },
    );
  }

  return (
    <ConfirmDialog
      isOpen={passkey !== undefined}
      title={t('passkeys.removeTitle')}
      confirmLabel={t('passkeys.removeConfirm')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={confirm}
      onCancel={() => onClose(false)}
    >
      {passkey && t('passkeys.removeText', { name: passkey.name })}
    </ConfirmDialog>
  );
}
