import type { LegacyView, UnreachedRecipient } from '@zavet/contract/protocol/legacy-schemas';
import { useId, useState } from 'react';
import { endpointQuery } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog, useConfirmation } from '../../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form, FormFailure } from '../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { Heading } from '../../../ui/heading.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import styles from './legacies.module.css';
import { useActivation } from './legacy-queries.ts';

interface UnreachedRecipientsProps {
  legacy: LegacyView;
  activationId: string;
}

/** Recipients whose mail was refused or bounced, shown to the initiator. */
export function UnreachedRecipients({ legacy, activationId }: UnreachedRecipientsProps) {
  const { t } = useTranslation('legacies');
  const headingId = useId();
  const query = useActivation(legacy, activationId);
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title={t('unreached.loadFailed')}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => query.refetch()}
      />
    );
  }
  const unreached = query.data?.unreached ?? [];
  if (unreached.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby={headingId}>
      <Heading level={3} id={headingId} tabIndex={-1}>
        {t('unreached.title')}
      </Heading>
      <p className={styles.quiet}>{t('unreached.text')}</p>
      <ul className={styles.rows}>
        {unreached.map((recipient) => (
          <UnreachedRow
            key={recipient.envelope_id}
            recipient={recipient}
            // The focused form disappears, so the heading takes the focus.
            onCorrected={() =>
              requestAnimationFrame(() => document.getElementById(headingId)?.focus())
            }
          />
        ))}
      </ul>
    </section>
  );
}

interface UnreachedRowProps {
  recipient: UnreachedRecipient;
  onCorrected: () => void;
}

function UnreachedRow({ recipient, onCorrected }: UnreachedRowProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const [isCorrecting, setCorrecting] = useState(false);
  const { recipient_name: name, recipient_email: email } = recipient;
  const isUnreachable = recipient.state === 'unreachable';
  // A temporary refusal is retried.
  const isPermanent = isUnreachable || recipient.refusal === 'permanent';
  const recipientName = name ?? email ?? t('unreached.unknown');
  return (
    <li className={styles.unreached}>
      <div className={styles.head}>
        <div className={styles.about}>
          <strong>{recipientName}</strong>
          {name && email && <span className={styles.quiet}>{email}</span>}
        </div>
        <Badge tone={isUnreachable ? 'red' : 'gold'}>
          {t(isUnreachable ? 'unreached.givenUp' : 'unreached.stillTried')}
        </Badge>
      </div>
      <p className={styles.quiet}>
        {t(`unreached.${recipient.is_bounced ? 'bounced' : recipient.refusal}`, {
          date: formats.dateTime(recipient.refused_at),
        })}
      </p>
      {recipient.letters > 1 && (
        <p className={styles.quiet}>{t('lettersFor', { count: recipient.letters })}</p>
      )}
      {isPermanent && !recipient.can_correct && (
        <p className={styles.quiet}>{t('unreached.corrected')}</p>
      )}
      {recipient.can_correct && !isCorrecting && (
        <div>
          <Button
            kind="quiet"
            aria-label={t('correct.openNamed', { who: recipientName })}
            onClick={() => setCorrecting(true)}
          >
            {t('correct.open')}
          </Button>
        </div>
      )}
      {recipient.can_correct && isCorrecting && (
        <CorrectAddressForm
          recipient={recipient}
          onCorrected={() => {
            setCorrecting(false);
            onCorrected();
          }}
          onCancel={() => setCorrecting(false)}
        />
      )}
    </li>
  );
}

interface CorrectAddressFormProps {
  recipient: UnreachedRecipient;
  onCorrected: () => void;
  onCancel: () => void;
}

/** Corrects an address. This is possible only once, so it needs a confirmation. */
function CorrectAddressForm(props: CorrectAddressFormProps) {
  const { recipient, onCorrected, onCancel } = props;
  const { t } = useTranslation(['legacies', 'shell']);
  const correct = useMutationOf('correctAddress', {
    show: (client, activation) => {
      const { queryKey } = endpointQuery('getActivation', { params: { id: activation.id } });
      client.setQueryData(queryKey, activation);
    },
  });
  const question = useConfirmation<string>();
  const form = useContractForm({
    schema: addressInput,
    initialValues: { recipient_email: recipient.recipient_email ?? '' },
    submit: async (body) => {
      const email = body.recipient_email;
      if (!(await question.ask(email))) return;
      await correct.mutateAsync({ params: { id: recipient.envelope_id }, body });
      toasts.success(t('correct.done', { email }));
      onCorrected();
    },
  });
  return (
    <>
      <Form {...form.formProps}>
        <Field
          {...form.field('recipient_email')}
          type="email"
          inputMode="email"
          autoComplete="off"
          label={t('correct.field')}
          help={t('correct.help')}
        />
        <FormFailure failure={form.failure} title={t('correct.failed')} />
        <div className={styles.actions}>
          <Button type="submit" loading={form.isBusy}>
            {t('correct.submit')}
          </Button>
          <Button kind="quiet" onClick={onCancel}>
            {t('shell:actions.cancel')}
          </Button>
        </div>
      </Form>
      <ConfirmDialog
        {...question.dialogProps}
        title={t('correct.title')}
        confirmLabel={t('correct.confirm')}
        cancelLabel={t('correct.back')}
      >
        <p>{t('correct.once', { email: question.subject ?? '' })}</p>
        <p>{t('correct.recorded')}</p>
      </ConfirmDialog>
      <LeaveGuard isChanged={form.isChanged} />
    </>
  );
}

async function addressInput() {
  return (await import('@zavet/contract/protocol/legacy-schemas')).correctedAddress;
}
