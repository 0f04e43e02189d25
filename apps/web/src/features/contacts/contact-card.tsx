import type { ContactView } from '@zavet/contract/contacts/contact-schemas';
import type { ContactStatus } from '@zavet/contract/contacts/contact-values';
import { useEffect, useEffectEvent, useState } from 'react';
import { Badge, type Tone } from '../../interface/badge.tsx';
import { Button } from '../../interface/button.tsx';
import { Card } from '../../interface/card.tsx';
import { Heading } from '../../interface/heading.tsx';
import { useFormats } from '../../interface/language/formats.ts';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { Notice } from '../../interface/notice.tsx';
import { toasts } from '../../interface/toasts.tsx';
import { ContactPays } from '../protocol/public/contact-pays.tsx';
import { ContactStopped } from '../protocol/public/contact-stopped.tsx';
import { useSendConfirmation } from './api/contacts.ts';
import type { UnsentCode } from './api/unsent-codes.ts';
import { CodeEntry } from './code-entry.tsx';
import { ContactFacts } from './contact-facts.tsx';
import styles from './contacts.module.css';
import { focusIds } from './focus-next.ts';
import { InvitationNotice } from './invitation-notice.tsx';
import { UnsentCodeNotice } from './unsent-code-notice.tsx';
import { useTellFailure } from './use-contact-error-text.ts';
import { useTellInvitation } from './use-tell-invitation.ts';

const tones: Record<ContactStatus, Tone> = {
  pending: 'gold',
  confirmed: 'green',
  declined: 'red',
  activated: 'plain',
};

interface ContactCardProps {
  contact: ContactView;
  unsent: UnsentCode | undefined;
  onEdit: () => void;
  onDelete: () => void;
  onDismissCode: () => void;
  /** Moves the focus once the screen is drawn again. */
  focusNext: (id: string) => void;
}

export function ContactCard(props: ContactCardProps) {
  const { t } = useTranslation(['contacts', 'errors']);
  const { contact, unsent, focusNext } = props;
  const ids = focusIds(contact.id);
  const [isEnteringCode, setEnteringCode] = useState(false);
  const isUnanswered = contact.status === 'pending' || contact.status === 'declined';

  const isAnswered = isEnteringCode && contact.status !== 'pending';

  const closeAnswered = useEffectEvent(() => {
    setEnteringCode(false);
    if (contact.status === 'confirmed') {
      toasts.success(t('code.confirmed', { name: contact.name }));
    }
    // The field that had the focus is gone.
    if (document.activeElement === document.body) focusNext(ids.heading);
  });
  // With the code, or meanwhile by the link or in another tab.
  useEffect(() => {
    if (isAnswered) closeAnswered();
  }, [isAnswered]);

  return (
    <Card className={styles.card}>
      <div className={styles.cardHead}>
        <Heading level={2} id={ids.heading} tabIndex={-1}>
          {contact.name}
        </Heading>
        <Badge tone={tones[contact.status]}>{t(`status.${contact.status}`)}</Badge>
      </div>
      {contact.status === 'confirmed' && <ContactPays contactId={contact.id} />}
      <ContactStopped contactId={contact.id} onRemove={props.onDelete} />
      <ContactFacts contact={contact} />
      {contact.is_unreadable && <Notice kind="error">{t('errors:content_unreadable')}</Notice>}
      {isUnanswered && <InvitationNotice contact={contact} hasUnsentCode={unsent !== undefined} />}
      {isUnanswered && unsent && (
        <UnsentCodeNotice
          unsent={unsent}
          onDismiss={() => {
            props.onDismissCode();
            focusNext(ids.heading);
          }}
        />
      )}
      {contact.status === 'pending' && isEnteringCode && (
        <CodeEntry
          contact={contact}
          onCancel={() => {
            setEnteringCode(false);
            focusNext(ids.code);
          }}
        />
      )}
      <CardActions
        {...props}
        isEnteringCode={isEnteringCode}
        onCode={() => setEnteringCode(true)}
      />
    </Card>
  );
}

interface CardActionsProps extends ContactCardProps {
  isEnteringCode: boolean;
  onCode: () => void;
}

function CardActions({ contact, isEnteringCode, onCode, onEdit, onDelete }: CardActionsProps) {
  const { t } = useTranslation(['contacts', 'shell']);
  const formats = useFormats();
  const ids = focusIds(contact.id);
  const { name, status } = contact;
  if (status === 'activated') {
    const date = contact.protocol_activated_at ?? contact.updated_at;
    return <p className={styles.quiet}>{t('activatedText', { date: formats.date(date) })}</p>;
  }
  return (
    <div className={styles.actions}>
      {status === 'pending' && !isEnteringCode && (
        <Button
          kind="quiet"
          id={ids.code}
          aria-label={t('code.openNamed', { name })}
          onClick={onCode}
        >
          {t('code.open')}
        </Button>
      )}
      {status !== 'confirmed' && <SendButton contact={contact} />}
      <Button
        kind="quiet"
        id={ids.edit}
        aria-label={t('actions.editNamed', { name })}
        onClick={onEdit}
      >
        {t('shell:actions.edit')}
      </Button>
      <Button kind="quietDanger" aria-label={t('actions.deleteNamed', { name })} onClick={onDelete}>
        {t('actions.delete')}
      </Button>
    </div>
  );
}

function SendButton({ contact }: { contact: ContactView }) {
  const { t } = useTranslation('contacts');
  const send = useSendConfirmation();
  const tellInvitation = useTellInvitation();
  const tellFailure = useTellFailure();
  const action = t(contact.invitation ? 'invitation.sendAgain' : 'invitation.send');
  return (
    <Button
      kind="quiet"
      loading={send.isPending}
      aria-label={t('invitation.sendNamed', { action, name: contact.name })}
      onClick={() =>
        send.mutate(contact, {
          onSuccess: (result) => tellInvitation(contact, result),
          onError: (error) => tellFailure(error, 'email'),
        })
      }
    >
      {action}
    </Button>
  );
}
