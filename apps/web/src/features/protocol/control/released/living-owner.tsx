import type { OwnProtocol } from '@zavet/contract/protocol/own-protocol-schemas';
import { useState } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { useTellOutcome } from '../use-tell-outcome.ts';
import { Reading } from './reading.tsx';
import styles from './released.module.css';

/** After letters have left: what was read, and what an owner who lives can still do. */
export function LivingOwner({ protocol }: { protocol: OwnProtocol }) {
  const { t } = useTranslation('stop');
  return (
    <>
      <Reading deliveries={protocol.deliveries} />
      <div className={styles.part}>
        <Heading level={3}>{t('after.title')}</Heading>
        <p>{t('after.text')}</p>
        {protocol.unopened === 0 && <p className={styles.quiet}>{t('after.nobodyLeft')}</p>}
        <div className={styles.actions}>
          {protocol.unopened > 0 && <CloseLetters unopened={protocol.unopened} />}
          <ArmAgain />
        </div>
      </div>
    </>
  );
}

function CloseLetters({ unopened }: { unopened: number }) {
  const { t } = useTranslation('stop');
  const describe = useErrorText();
  const close = useMutationOf('closeLetters');
  const [isAsking, setAsking] = useState(false);

  async function confirm() {
    try {
      const { closed } = await close.mutateAsync();
      toasts.success(t('after.closed', { count: closed }));
    } catch (error) {
      toasts.error(`${t('after.failed')}. ${describe(error)}`);
    }
    setAsking(false);
  }

  return (
    <>
      <Button kind="quietDanger" onClick={() => setAsking(true)}>
        {t('after.close', { n: unopened })}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('after.closeTitle')}
        confirmLabel={t('after.closeConfirm')}
        cancelLabel={t('after.closeCancel')}
        isDangerous
        isBusy={close.isPending}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        <p>{t('after.closeText')}</p>
      </ConfirmDialog>
    </>
  );
}

function ArmAgain() {
  const { t } = useTranslation('stop');
  const tell = useTellOutcome();
  const arm = useMutationOf('armAgain');
  const [isAsking, setAsking] = useState(false);

  async function confirm() {
    await tell(arm.mutateAsync(), { done: t('after.armed'), failed: t('after.failed') });
    setAsking(false);
  }

  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {t('after.arm')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('after.armTitle')}
        confirmLabel={t('after.armConfirm')}
        cancelLabel={t('after.armCancel')}
        isBusy={arm.isPending}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(false)}
      >
        <ul className={styles.points}>
          <li>{t('after.armClosed')}</li>
          <li>{t('after.armLinks')}</li>
          <li>{t('after.armRead')}</li>
          <li>{t('after.armContacts')}</li>
          <li>{t('after.armEditable')}</li>
          <li>{t('after.armHistory')}</li>
        </ul>
        <p>{t('after.armProof')}</p>
      </ConfirmDialog>
    </>
  );
}
