import type { ProfileView } from '@zavet/contract/identity/account-schemas';
import { linkLifetimes, screenTimings } from '@zavet/contract/timings';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { useSetupCheck } from '../../../../platform/setup/setup.ts';
import { Button, TextLink } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { ConfirmDialog, useConfirmation } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Field } from '../../../../ui/field.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import { DefinitionList, EditForm, Fact, withoutCurrentPassword } from '../card-parts.tsx';
import styles from '../cards.module.css';

export function ContactInfoCard({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('settings');
  return (
    <SectionCard title={t('contact.title')}>
      <EmailSection profile={profile} />
      <hr className={styles.rule} />
      <PhoneSection profile={profile} />
    </SectionCard>
  );
}

function EmailSection({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('settings');
  const mode = useEditMode();
  return (
    <>
      <DefinitionList>
        <Fact name={t('contact.user_email')}>{profile.user_email}</Fact>
      </DefinitionList>
      {profile.pending_email && (
        <PendingEmail email={profile.pending_email} linkExpiresAt={profile.pending_email_until} />
      )}
      {mode.isEditing ? (
        <EmailChangeForm profile={profile} onDone={mode.close} />
      ) : (
        <div>
          <Button kind="quiet" ref={mode.opener} onClick={mode.open}>
            {t('email.edit')}
          </Button>
        </div>
      )}
    </>
  );
}

function PhoneSection({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('settings');
  const formats = useFormats();
  const mode = useEditMode();
  if (mode.isEditing) return <PhoneForm profile={profile} onDone={mode.close} />;
  return (
    <>
      <DefinitionList>
        <Fact name={t('contact.phone')} unset={t('contact.phoneNotSet')}>
          {profile.phone && formats.phone(profile.phone)}
        </Fact>
      </DefinitionList>
      <div>
        <Button kind="quiet" ref={mode.opener} onClick={mode.open}>
          {t(profile.phone ? 'contact.phoneEdit' : 'contact.phoneAdd')}
        </Button>
      </div>
    </>
  );
}

interface PendingEmailProps {
  email: string;
  linkExpiresAt: string | null;
}

/** The requested new address while it is not confirmed. */
function PendingEmail({ email, linkExpiresAt }: PendingEmailProps) {
  const { t } = useTranslation('settings');
  const describe = useErrorText();
  const formats = useFormats();
  const setup = useSetupCheck();
  const withdraw = useMutationOf('withdrawEmailChange', {
    onSuccess: () => toasts.success(t('pendingEmail.withdrawn')),
    onError: (error) => toasts.error(`${t('pendingEmail.withdrawFailed')}. ${describe(error)}`),
  });
  return (
    <Notice
      kind="warning"
      title={t('email.waiting')}
      actions={
        <Button kind="quiet" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('pendingEmail.withdraw')}
        </Button>
      }
    >
      <div className={styles.stack}>
        <p>
          {t('email.waitingText', { email })}{' '}
          {linkExpiresAt && t('pendingEmail.until', { time: formats.dateTime(linkExpiresAt) })}
        </p>
        {setup.data?.mailbox_available && (
          <p>
            {t('email.mailbox')} <TextLink to="/dev/mailbox">{t('email.mailboxLink')}</TextLink>
          </p>
        )}
      </div>
    </Notice>
  );
}

const hourMs = 60 * 60 * 1000;

interface EmailChangeFormProps {
  profile: ProfileView;
  onDone: () => void;
}

function EmailChangeForm({ profile, onDone }: EmailChangeFormProps) {
  const { t } = useTranslation('settings');
  const describe = useErrorText();
  const request = useMutationOf('requestEmailChange');
  const setup = useSetupCheck();
  const question = useConfirmation<string>();
  const isMailMissing =
    setup.data?.warnings.includes('mail_not_configured') && !setup.data.mailbox_available;

  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).emailChangeInput,
    initialValues: { new_email: '' },
    toInput: (values) => ({ ...values, ...withoutCurrentPassword }),
    check: ({ new_email: email }) => ({
      new_email: email.trim().toLowerCase() === profile.user_email ? 'email_unchanged' : undefined,
    }),
    fieldOfCode: {
      email_unchanged: ['new_email', 'email_unchanged'],
    },
    submit: async (body) => {
      if (!(await question.ask(body.new_email))) return;
      await request.mutateAsync({ body });
      toasts.success(t('email.sent'), { duration: screenTimings.toastEmailChange });
      if (isMailMissing) {
        const duration = screenTimings.toastMailServiceError;
        toasts.error(t('email.serviceMissing'), { duration });
      }
      onDone();
    },
  });

  return (
    <>
      <EditForm
        form={form}
        describeFailure={(failure) => t('email.failure', { reason: describe(failure) })}
        submitLabel={t('email.submit')}
        onCancel={onDone}
      >
        <Field
          {...form.field('new_email')}
          label={t('email.new')}
          help={t('email.help')}
          type="email"
          autoComplete="off"
        />
      </EditForm>
      <ConfirmDialog
        {...question.dialogProps}
        title={t('email.confirmTitle')}
        confirmLabel={t('email.confirm')}
      >
        <p>
          {t('email.confirmNew', {
            email: question.subject ?? '',
            confirmHours: linkLifetimes.confirmEmailChange / hourMs,
          })}
        </p>
        <p>
          {t('email.confirmOld', {
            email: profile.user_email,
            undoHours: linkLifetimes.undoEmailChange / hourMs,
          })}
        </p>
      </ConfirmDialog>
    </>
  );
}

interface PhoneFormProps {
  profile: ProfileView;
  onDone: () => void;
}

function PhoneForm({ profile, onDone }: PhoneFormProps) {
  const { t } = useTranslation('settings');
  const save = useMutationOf('updateContactInfo');
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/identity/account-schemas')).contactInfoInput,
    initialValues: { phone: profile.phone ?? '' },
    submit: async (body) => {
      await save.mutateAsync({ body });
      toasts.success(t(body.phone === '' ? 'contact.phoneRemoved' : 'saved'));
      onDone();
    },
  });

  return (
    <EditForm
      form={form}
      failureTitle={t('contact.failure')}
      onCancel={onDone}
      actions={profile.phone && <RemovePhone isBlocked={form.isBusy} onDone={onDone} />}
    >
      <Field
        {...form.field('phone')}
        label={t('contact.phone')}
        help={t('contact.phoneHelp')}
        type="tel"
        autoComplete="tel"
      />
    </EditForm>
  );
}

function RemovePhone({ isBlocked, onDone }: { isBlocked: boolean; onDone: () => void }) {
  const { t } = useTranslation('settings');
  const describe = useErrorText();
  const save = useMutationOf('updateContactInfo');
  return (
    <Button
      kind="quietDanger"
      disabled={isBlocked}
      loading={save.isPending}
      onClick={() =>
        save.mutate(
          { body: { phone: '' } },
          {
            onSuccess: () => {
              toasts.success(t('contact.phoneRemoved'));
              onDone();
            },
            onError: (error) => toasts.error(describe(error)),
          },
        )
      }
    >
      {t('contact.phoneRemove')}
    </Button>
  );
}
