import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { waitingChoices } from '@zavet/contract/protocol/release-rules';
import { useEffect, useRef } from 'react';
import { useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog, useQuestion } from '../../../ui/confirm-dialog.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { mayLeave } from '../../../ui/form/leaving.ts';
import { Heading } from '../../../ui/heading.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { ContactFields } from './contact-fields.tsx';
import styles from './contacts.module.css';
import { type FirstWaiting, useContactsProtocol } from './public/protocol-port.ts';
import { useContactErrorText } from './use-contact-error-text.ts';
import { useContactForm } from './use-contact-form.ts';

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

/** How long letters wait, asked with the first contact. */
function WaitingField({ waiting }: { waiting: FirstWaiting }) {
  const { t } = useTranslation(['contacts', 'protocol']);
  const formats = useFormats();
  return (
    <SelectField
      label={t('form.waiting')}
      help={t('form.waitingHelp')}
      value={String(waiting.hours)}
      options={waitingChoices.map((hours) => ({
        value: String(hours),
        label: hours === 0 ? t('protocol:noWaiting') : formats.hours(hours),
      }))}
      onChange={(event) => {
        const { value } = event.currentTarget;
        const hours = waitingChoices.find((one) => String(one) === value);
        if (hours !== undefined) waiting.setHours(hours);
      }}
    />
  );
}

/** An invitation without the owner's name is easily taken for spam. */
function NamelessHint() {
  const { t } = useTranslation('contacts');
  const { data: owner } = useEndpoint('getProfile');
  if (!owner || owner.full_name) return null;
  return (
    <Notice title={t('form.namelessTitle')}>
      {t('form.namelessText', { email: owner.user_email })}{' '}
      <TextLink to="/settings">{t('form.namelessAction')}</TextLink>
    </Notice>
  );
}

function SaveFailure({ failure }: { failure: unknown }) {
  const { t } = useTranslation('contacts');
  const errorText = useContactErrorText();
  if (failure === undefined) return null;
  const title = t('errors.saveError');
  const reason = errorText(failure, 'save');
  return (
    <Notice kind="error" announced title={title}>
      {reason !== title && reason}
    </Notice>
  );
}
