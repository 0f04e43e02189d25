import type { QueryClient } from '@tanstack/react-query';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { waitingChoices } from '@zavet/contract/protocol/release-rules';
import { screenTimings } from '@zavet/contract/timings';
import { useEffect, useRef, useState } from 'react';
import { updateCached, useEndpoint } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button, TextLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog, useConfirmation } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { Heading } from '../../../ui/heading.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useLanguage, useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import { ContactFields } from './contact-fields.tsx';
import { useContactErrorText, useInvitationToast } from './contact-messages.ts';
import {
  hasOptionalDetails,
  needsNewConsent,
  saveInList,
  toContactInput,
  valuesOf,
} from './contact-rules.ts';
import styles from './contacts.module.css';
import { type FirstWaitingPeriod, useContactsProtocol } from './public/protocol-port.ts';

interface ContactFormProps {
  /** Undefined for a new contact. */
  contact: ContactView | undefined;
  isFirst: boolean;
  /** True in a dialog over another form, so that the other form keeps its input. */
  isInDialog?: boolean;
  onSaved: (saved: ContactView) => void;
  onCancel: () => void;
}

export function ContactForm(props: ContactFormProps) {
  const { contact, isFirst, isInDialog = false, onSaved, onCancel } = props;
  const { t } = useTranslation(['contacts', 'shell']);
  const fields = useRef<HTMLDivElement>(null);
  const confirmation = useConfirmation<string>();
  const waiting = useContactsProtocol().useFirstWaitingPeriod(isFirst && !contact);
  const leaveConfirmation = useConfirmation<undefined>();
  const form = useContactForm(contact, { askForNewConsent: confirmation.ask, waiting, onSaved });

  useEffect(() => fields.current?.querySelector('input')?.focus(), []);

  async function cancel() {
    if (!form.isChanged || (await leaveConfirmation.ask(undefined))) onCancel();
  }

  const title = contact ? t('form.editTitle', { name: contact.name }) : t('form.addTitle');
  const content = (
    <>
      {!contact && <p className={styles.lead}>{t('form.invitationText')}</p>}
      {!contact && <MissingNameHint />}
      <Form {...form.formProps}>
        <div ref={fields} className={styles.fields}>
          <ContactFields
            form={form}
            isNew={!contact}
            confirmedEmail={contact?.is_confirmed ? contact.email : undefined}
            hasOptionalDetails={form.hasOptionalDetails}
          />
          {waiting.isShown && <WaitingPeriodField waiting={waiting} />}
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
        {...leaveConfirmation.dialogProps}
        title={t('shell:leave.title')}
        confirmLabel={t('shell:leave.confirm')}
        cancelLabel={t('shell:leave.cancel')}
      >
        {t('shell:leave.text')}
      </ConfirmDialog>
      <ConfirmDialog
        {...confirmation.dialogProps}
        title={t('form.reconfirmTitle')}
        confirmLabel={t('form.reconfirm')}
        cancelLabel={t('form.reconfirmCancel')}
      >
        <p>
          {t('form.reconfirmText', {
            name: contact?.name ?? '',
            email: confirmation.subject ?? '',
          })}
        </p>
      </ConfirmDialog>
    </>
  );
  if (isInDialog) {
    return (
      <Dialog isOpen title={title} onClose={() => void cancel()}>
        {content}
      </Dialog>
    );
  }
  return (
    <Card>
      <Heading level={2}>{title}</Heading>
      {content}
    </Card>
  );
}

/** Selects the waiting period; shown only in the form of the first contact. */
function WaitingPeriodField({ waiting }: { waiting: FirstWaitingPeriod }) {
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
        const hours = waitingChoices.find((choice) => String(choice) === value);
        if (hours !== undefined) waiting.setHours(hours);
      }}
    />
  );
}

/** Asks an unnamed owner for a name: an invitation without it looks like spam. */
function MissingNameHint() {
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

interface ContactFormOptions {
  askForNewConsent: (email: string) => Promise<boolean>;
  waiting: FirstWaitingPeriod;
  onSaved: (saved: ContactView) => void;
}

function useContactForm(
  contact: ContactView | undefined,
  { askForNewConsent, waiting, onSaved }: ContactFormOptions,
) {
  const { t } = useTranslation('contacts');
  const { language } = useLanguage();
  const create = useMutationOf('createContact', { show: showSaved });
  const update = useMutationOf('updateContact', { show: showSaved });
  const showInvitationResult = useInvitationToast();
  // Kept in state, so that a language switch does not change the values of an open form.
  const [initialValues] = useState(() => valuesOf(contact, language));
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/people/contact-endpoints')).contactInput,
    initialValues,
    toInput: toContactInput,
    fieldOfCode: {
      contact_email_taken: ['email', 'contact_email_taken'],
      contact_is_owner: ['email', 'contact_is_owner'],
    },
    submit: async (body) => {
      if (needsNewConsent(contact, body.email) && !(await askForNewConsent(body.email))) return;
      // The waiting period is saved first: otherwise the new contact could start the protocol
      // without it.
      const isWaitingSaved = await waiting.save();
      const saved = contact
        ? await update.mutateAsync({ params: { id: contact.id }, body })
        : await create.mutateAsync({ body });
      toasts.success(contact ? t('form.saved') : t('form.created', { name: saved.contact.name }));
      if (!isWaitingSaved) {
        const duration = screenTimings.toastMailServiceError;
        toasts.plain(t('form.waitingNotSaved'), { duration });
      }
      if (saved.invitation) showInvitationResult(saved.contact, saved.invitation);
      onSaved(saved.contact);
    },
  });
  return { ...form, hasOptionalDetails: hasOptionalDetails(initialValues, language) };
}

function showSaved(client: QueryClient, { contact }: { contact: ContactView }): void {
  updateCached(client, 'listContacts', {}, (list) => saveInList(list, contact));
}
