import { useMutation } from '@tanstack/react-query';
import type { PasskeyView } from '@zavet/contract/identity/factor-schemas';
import { limits } from '@zavet/contract/limits';
import { useRef, useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { useInvalidateAfter } from '../../../../platform/queries/invalidation.ts';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
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
  return (
    <SectionCard title={t('passkeys.title')} lead={t('passkeys.lead')} headingRef={heading}>
      {passkeys.length > 0 ? (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRemoved={heading} />
          ))}
        </ul>
      ) : (
        <p className={styles.lead}>{t('recovery.ahead')}</p>
      )}
      <AddPasskey count={passkeys.length} isFirst={isFirst} onRecoveryCodes={onRecoveryCodes} />
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
