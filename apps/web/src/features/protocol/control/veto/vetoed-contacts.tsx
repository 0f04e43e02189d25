import type { VetoedContact as VetoedContactView } from '@zavet/contract/protocol/legacy-endpoints';
import type { ReactNode } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';

/** Contacts that await the owner's decision after a veto. Removal leads to the contact screen. */
export function VetoedContacts({ contacts }: { contacts: readonly VetoedContactView[] }) {
  const { t } = useTranslation('veto');
  return contacts.map((contact) => (
    <VetoedContact
      key={contact.id}
      contact={contact}
      removeControl={
        <ButtonLink to="/contact" search={{ remove: contact.id }} kind="quietDanger">
          {t('decision.remove')}
        </ButtonLink>
      }
    />
  ));
}

interface VetoedContactProps {
  contact: VetoedContactView;
  /** The screen's own control to remove the contact. */
  removeControl: ReactNode;
}

/** Offers the decisions after a veto: keep the contact, ask by mail, or remove the contact. */
export function VetoedContact({ contact, removeControl }: VetoedContactProps) {
  const { t } = useTranslation('veto');
  const formats = useFormats();
  const { id, name } = contact;
  const ask = useMutationOf('decideOnVetoedContact');
  const report = useOutcomeToast();

  function askByMail() {
    const words = { done: t('decision.asked', { contact: name }), failed: t('decision.failed') };
    void report(ask.mutateAsync({ params: { id }, body: { decision: 'question' } }), words);
  }

  return (
    <Notice
      kind="warning"
      title={t('decision.title', { contact: name })}
      actions={
        <>
          <KeepContact contact={contact} />
          {!ask.isSuccess && (
            <Button kind="quiet" loading={ask.isPending} onClick={askByMail}>
              {t('decision.ask')}
            </Button>
          )}
          {removeControl}
        </>
      }
    >
      <p>{t('decision.text', { date: formats.dateTime(contact.vetoed_at) })}</p>
      {ask.isSuccess && <p role="status">{t('decision.askedText')}</p>}
    </Notice>
  );
}

function KeepContact({ contact: { id, name } }: { contact: VetoedContactView }) {
  const { t } = useTranslation('veto');
  const report = useOutcomeToast();
  const keep = useMutationOf('decideOnVetoedContact');
  const words = { done: t('decision.kept', { contact: name }), failed: t('decision.failed') };
  return (
    <ConfirmButton
      label={t('decision.keep')}
      title={t('decision.keepTitle')}
      confirmLabel={t('decision.keepConfirm')}
      cancelLabel={t('decision.keepCancel')}
      act={() => report(keep.mutateAsync({ params: { id }, body: { decision: 'keep' } }), words)}
    >
      <p>{t('decision.keepText', { contact: name })}</p>
    </ConfirmButton>
  );
}
