import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useQuestion } from '../../../ui/confirm-button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { mayLeave } from '../../../ui/form/leaving.ts';
import { Heading } from '../../../ui/heading.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { ContactFields } from './contact-fields.tsx';
import styles from './contacts.module.css';
import { NamelessHint, SaveFailure } from './form-notices.tsx';
import { useContactsProtocol } from './public/protocol-port.ts';
import { useContactForm } from './use-contact-form.ts';
import { WaitingField } from './waiting-field.tsx';

interface ContactFormProps {
  /** Absent when a new one is named. */
  contact: ContactView | undefined;
  /** Nobody is named yet. */
  isFirst: boolean;
  onSaved: (saved: ContactView) => void;
  onCancel: () => void;
}

export function ContactForm({ contact, isFirst, onSaved, onCancel }: ContactFormProps) {
  const { t } = useTranslation(['contacts', 'shell']);
  const fields = useRef<HTMLDivElement>(null);
  const question = useQuestion<string>();
  const waiting = useContactsProtocol().useFirstWaiting(isFirst && !contact);
  const form = useContactForm(contact, { askForNewConsent: question.ask, waiting, onSaved });

  useEffect(() => fields.current?.querySelector('input')?.focus(), []);

  async function cancel() {
    if (await mayLeave()) onCancel();
  }

  const title = contact ? t('form.editTitle', { name: contact.name }) : t('form.addTitle');
  return (
    <Card>
      <Heading level={2}>{title}</Heading>
      {!contact && <p className={styles.lead}>{t('form.invitationText')}</p>}
      {!contact && <NamelessHint />}
      <Form {...form.formProps}>
        <div ref={fields} className={styles.fields}>
          <ContactFields form={form} isNew={!contact} />
          {waiting.isAsked && <WaitingField waiting={waiting} />}
        </div>
        <SaveFailure failure={form.failure} />
        <div className={styles.formActions}>
          <Button type="submit" loading={form.isBusy}>
            {contact ? t('shell:actions.save') : t('form.create')}
          </Button>
          <Button kind="quiet" disabled={form.isBusy} onClick={() => void cancel()}>
            {t('shell:actions.cancel')}
          </Button>
        </div>
      </Form>
      <LeaveGuard isChanged={form.isChanged} />
      <ConfirmDialog
        {...question.dialogProps}
        title={t('form.reconfirmTitle')}
        confirmLabel={t('form.reconfirm')}
        cancelLabel={t('form.reconfirmCancel')}
      >
        <p>
          {t('form.reconfirmText', { name: contact?.name ?? '', email: question.subject ?? '' })}
        </p>
      </ConfirmDialog>
    </Card>
  );
}
