import type { VetoedContact as VetoedContactView } from '@zavet/contract/protocol/legacy-endpoints';
import type { ReactNode } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';

/** Contacts about whom the owner has to decide; the question of removing is asked among the contacts. */
export function VetoedContacts({ stopped }: { stopped: readonly VetoedContactView[] }) {
  const { t } = useTranslation('stop');
  return stopped.map((one) => (
    <VetoedContact
      key={one.id}
      stopped={one}
      removal={
        <ButtonLink to="/contact" search={{ remove: one.id }} kind="quietDanger">
          {t('decision.remove')}
        </ButtonLink>
      }
    />
  ));
}

interface VetoedContactProps {
  stopped: VetoedContactView;
  /** How this screen removes a contact; the screens of contacts own the question. */
  removal: ReactNode;
}

/** After a stop: the owner keeps the contact, asks what happened, or removes them. */
export function VetoedContact({ stopped, removal }: VetoedContactProps) {
  const { t } = useTranslation('stop');
  const formats = useFormats();
  const { id, name: contact } = stopped;
  const ask = useMutationOf('decideOnVetoedContact');
  const report = useOutcomeToast();

  function askByMail() {
    const words = { done: t('decision.asked', { contact }), failed: t('decision.failed') };
    void report(ask.mutateAsync({ params: { id }, body: { decision: 'question' } }), words);
  }

  return (
    <Notice
      kind="warning"
      title={t('decision.title', { contact })}
      actions={
        <>
          <KeepContact stopped={stopped} />
          {!ask.isSuccess && (
            <Button kind="quiet" loading={ask.isPending} onClick={askByMail}>
              {t('decision.ask')}
            </Button>
          )}
          {removal}
        </>
      }
    >
      <p>{t('decision.text', { date: formats.dateTime(stopped.stopped_at) })}</p>
      {ask.isSuccess && <p role="status">{t('decision.askedText')}</p>}
    </Notice>
  );
}

function KeepContact({ stopped: { id, name: contact } }: { stopped: VetoedContactView }) {
  const { t } = useTranslation('stop');
  const report = useOutcomeToast();
  const keep = useMutationOf('decideOnVetoedContact');
  const words = { done: t('decision.kept', { contact }), failed: t('decision.failed') };
  return (
    <ConfirmButton
      label={t('decision.keep')}
      title={t('decision.keepTitle')}
      confirmLabel={t('decision.keepConfirm')}
      cancelLabel={t('decision.keepCancel')}
      act={() => report(keep.mutateAsync({ params: { id }, body: { decision: 'keep' } }), words)}
    >
      <p>{t('decision.keepText', { contact })}</p>
    </ConfirmButton>
  );
}
