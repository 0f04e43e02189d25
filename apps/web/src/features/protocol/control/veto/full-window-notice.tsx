import type { OwnAttempt } from '@zavet/contract/protocol/legacy-endpoints';
import { useEffect, useId, useRef } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button, ButtonAnchor } from '../../../../ui/button.tsx';
import { FormFailure } from '../../../../ui/form/form.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Logo } from '../../../../ui/logo.tsx';
import { IconPhone } from '../../../../ui/more-icons.tsx';
import { AttemptThread, VetoMeaning } from './attempt-thread.tsx';
import styles from './veto.module.css';

interface FullWindowNoticeProps {
  attempts: readonly OwnAttempt[];
  /** True after a veto in this notice; the result then replaces the attempts. */
  isVetoed: boolean;
  onVetoed: () => void;
  /** Called when the notice is dismissed or the result was read. */
  onClose: () => void;
}

/** Covers the whole window. A native dialog, so that the screen below keeps its input. */
export function FullWindowNotice(props: FullWindowNoticeProps) {
  const { attempts, isVetoed, onVetoed, onClose } = props;
  const { t } = useTranslation(['veto', 'shell']);
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const veto = useMutationOf('vetoOwnProtocol', { onSuccess: onVetoed });

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      document.getElementById('content')?.focus({ preventScroll: true });
    };
  }, []);

  // Screen readers start at the heading, also after the veto changed it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the veto changes the heading
  useEffect(() => heading.current?.focus({ preventScroll: true }), [isVetoed]);

  return (
    <dialog
      ref={dialog}
      className={styles.full}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (isVetoed || !veto.isPending) onClose();
      }}
    >
      <div className={styles.fullContent}>
        <p className={styles.brand}>
          <Logo size={36} />
          {t('shell:product')}
        </p>
        <Heading level={1} id={titleId} ref={heading} tabIndex={-1}>
          {t(isVetoed ? 'done.title' : 'title')}
        </Heading>
        {isVetoed ? (
          <VetoedNotice onClose={onClose} />
        ) : (
          <>
            <p className={styles.lead}>{t('lead')}</p>
            {veto.isError && <FormFailure failure={veto.error} title={t('failed')} />}
            <div className={styles.action}>
              <Button big wide loading={veto.isPending} onClick={() => veto.mutate()}>
                {t('act')}
              </Button>
              <p className={styles.quiet}>{t('onePress')}</p>
            </div>
            {attempts.map((attempt) => (
              <AttemptThread key={attempt.activation_id} attempt={attempt} />
            ))}
            <VetoMeaning />
            <CallContacts attempts={attempts} />
            <div className={styles.dismiss}>
              <Button kind="plain" disabled={veto.isPending} onClick={onClose}>
                {t('notice.later')}
              </Button>
              <p className={styles.quiet}>{t('notice.laterNote')}</p>
            </div>
          </>
        )}
      </div>
    </dialog>
  );
}

function VetoedNotice({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('veto');
  return (
    <>
      <p role="status">{t('done.text')}</p>
      <div>
        <Button onClick={onClose}>{t('done.close')}</Button>
      </div>
    </>
  );
}

/** Call buttons for contacts with a known phone number. */
function CallContacts({ attempts }: { attempts: readonly OwnAttempt[] }) {
  const { t } = useTranslation('veto');
  const nameByPhone = new Map(
    attempts.flatMap(({ contact_phone: phone, contact_name: contact }) =>
      phone && contact ? [[phone, contact]] : [],
    ),
  );
  return [...nameByPhone].map(([phone, contact]) => (
    <ButtonAnchor
      key={phone}
      wide
      kind="quiet"
      icon={<IconPhone size={20} aria-hidden />}
      href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
    >
      {t('call', { contact })}
    </ButtonAnchor>
  ));
}
