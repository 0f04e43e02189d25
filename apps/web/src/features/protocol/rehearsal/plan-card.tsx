import type { PlannedMail, RehearsalPlan } from '@zavet/contract/protocol/rehearsal-endpoints';
import { useId, useState } from 'react';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { CheckField } from '../../../ui/choice-fields.tsx';
import { FormFailure } from '../../../ui/form/form.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import styles from './rehearsal.module.css';

interface PlanCardProps {
  plan: RehearsalPlan;
  /** True if there was an earlier rehearsal. */
  isRerun: boolean;
}

/** Participants and mails of a rehearsal before its start. */
export function PlanCard({ plan, isRerun }: PlanCardProps) {
  const { t } = useTranslation('rehearsal');
  const start = useMutationOf('startRehearsal');
  const [mailsRecipients, setMailsRecipients] = useState(false);
  const hasRecipients = plan.recipients.length > 0;

  function startRehearsal() {
    start.mutate(
      { body: { mails_recipients: hasRecipients && mailsRecipients } },
      { onSuccess: () => toasts.success(t('plan.started')) },
    );
  }

  return (
    <SectionCard title={t('plan.title')} lead={t('plan.free')}>
      <ol className={styles.steps}>
        <li>
          <p>{t('plan.contacts')}</p>
          <AddresseeList people={plan.contacts} />
          <MailPreview label={t('plan.mail')} mail={plan.contact_mail} />
        </li>
        {plan.asks_for_pin && <li>{t('plan.pin')}</li>}
        {hasRecipients && (
          <li>
            <p>{t('plan.recipients')}</p>
            <AddresseeList people={plan.recipients} />
            {plan.recipients_omitted > 0 && (
              <p className={styles.note}>{t('plan.leftOut', { count: plan.recipients_omitted })}</p>
            )}
            <div className={styles.option}>
              <CheckField
                label={t('plan.tick')}
                checked={mailsRecipients}
                onChange={(event) => setMailsRecipients(event.currentTarget.checked)}
              />
              <p className={styles.note}>{t('plan.tickHelp')}</p>
            </div>
            {mailsRecipients && (
              <MailPreview label={t('plan.recipientMail')} mail={plan.recipient_mail} />
            )}
          </li>
        )}
        <li>{t('plan.result')}</li>
      </ol>
      {start.isError && <FormFailure failure={start.error} title={t('plan.failed')} />}
      <div>
        <Button loading={start.isPending} onClick={startRehearsal}>
          {t(isRerun ? 'plan.again' : 'plan.start')}
        </Button>
      </div>
    </SectionCard>
  );
}

function AddresseeList({ people }: { people: RehearsalPlan['contacts'] }) {
  return (
    <ul className={styles.addressees}>
      {people.map(({ name, email }) => (
        <li key={email}>
          {name && <span className={styles.strong}>{name} </span>}
          <span className={styles.address}>{email}</span>
        </li>
      ))}
    </ul>
  );
}

function MailPreview({ label, mail }: { label: string; mail: PlannedMail }) {
  const { t } = useTranslation('rehearsal');
  const [isOpen, setOpen] = useState(false);
  const textId = useId();
  return (
    <div>
      <Button
        kind="plain"
        aria-expanded={isOpen}
        aria-controls={isOpen ? textId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      {isOpen && (
        <div id={textId} className={styles.mail}>
          <p className={styles.strong}>{t('plan.subject', { subject: mail.subject })}</p>
          {mail.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {mail.action && <p className={styles.mailAction}>{mail.action}</p>}
        </div>
      )}
    </div>
  );
}
