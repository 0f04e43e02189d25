import type { OwnDelivery, OwnProtocol } from '@zavet/contract/protocol/legacy-endpoints';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { ConfirmButton } from '../../../ui/confirm-dialog.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { useOutcomeToast } from '../../../ui/use-outcome-toast.ts';
import styles from './after-release.module.css';
import { openedDeliveriesOf } from './protocol-rules.ts';

/** Shown after a release: opened letters, and the options of an owner who is still alive. */
export function AfterRelease({ protocol }: { protocol: OwnProtocol }) {
  const { t } = useTranslation('veto');
  return (
    <>
      <OpenedLetters deliveries={protocol.deliveries} />
      <div className={styles.part}>
        <Heading level={3}>{t('after.title')}</Heading>
        <p>{t('after.text')}</p>
        {protocol.unopened === 0 && <p className={styles.quiet}>{t('after.nobodyLeft')}</p>}
        <div className={styles.actions}>
          {protocol.unopened > 0 && <CloseLetters unopened={protocol.unopened} />}
          <RearmProtocol />
        </div>
      </div>
    </>
  );
}

function CloseLetters({ unopened }: { unopened: number }) {
  const { t } = useTranslation('veto');
  const report = useOutcomeToast();
  const close = useMutationOf('closeLetters');
  const words = {
    done: ({ closed }: { closed: number }) => t('after.closed', { count: closed }),
    failed: t('after.failed'),
  };
  return (
    <ConfirmButton
      kind="quietDanger"
      label={t('after.close', { n: unopened })}
      title={t('after.closeTitle')}
      confirmLabel={t('after.closeConfirm')}
      cancelLabel={t('after.closeCancel')}
      isDangerous
      act={() => report(close.mutateAsync(), words)}
    >
      <p>{t('after.closeText')}</p>
    </ConfirmButton>
  );
}

function RearmProtocol() {
  const { t } = useTranslation('veto');
  const report = useOutcomeToast();
  const rearm = useMutationOf('rearmProtocol');
  const words = { done: t('after.armed'), failed: t('after.failed') };
  return (
    <ConfirmButton
      label={t('after.arm')}
      title={t('after.armTitle')}
      confirmLabel={t('after.armConfirm')}
      cancelLabel={t('after.armCancel')}
      act={() => report(rearm.mutateAsync(), words)}
    >
      <ul className={styles.points}>
        <li>{t('after.armClosed')}</li>
        <li>{t('after.armLinks')}</li>
        <li>{t('after.armRead')}</li>
        <li>{t('after.armContacts')}</li>
      </ul>
    </ConfirmButton>
  );
}

function OpenedLetters({ deliveries }: { deliveries: readonly OwnDelivery[] }) {
  const { t } = useTranslation('veto');
  const read = openedDeliveriesOf(deliveries);
  return (
    <div className={styles.part}>
      <Heading level={3}>{t('read.title')}</Heading>
      {read.length === 0 && <p className={styles.quiet}>{t('read.none')}</p>}
      {read.length > 0 && (
        <ul className={styles.list}>
          {read.map((delivery) => (
            <OpenedLetter key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      )}
    </div>
  );
}

function OpenedLetter({ delivery }: { delivery: OwnDelivery }) {
  const { t } = useTranslation('veto');
  const formats = useFormats();
  const { title, recipient_name, recipient_email, opened_at, downloaded_at } = delivery;
  return (
    <li className={styles.item}>
      <span>
        <strong>{recipient_name ?? recipient_email ?? t('read.damaged')}</strong>
        {title && ` ${t('read.letter', { title })}`}
      </span>
      {opened_at && (
        <span className={styles.quiet}>
          {t('read.opened', { date: formats.dateTime(opened_at) })}
        </span>
      )}
      {downloaded_at && (
        <span className={styles.quiet}>
          {t('read.downloaded', { date: formats.dateTime(downloaded_at) })}
        </span>
      )}
    </li>
  );
}
