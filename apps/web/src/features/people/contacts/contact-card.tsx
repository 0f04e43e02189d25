import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { ShownContactStatus } from '@zavet/contract/people/contact-rules';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { Initials } from '../../../ui/initials.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import { CodeEntry, UnsentCodeNotice } from './confirmation-code.tsx';
import { ContactActions, ContactMenu } from './contact-actions.tsx';
import { ContactDetails, ContactState } from './contact-details.tsx';
import { focusIds } from './contact-focus.ts';
import type { UnsentCode } from './contact-messages.ts';
import { mainActionOf } from './contact-rules.ts';
import styles from './contacts.module.css';
import { useContactsProtocol } from './public/protocol-port.ts';

const tones: Record<ShownContactStatus, Tone> = {
  uninvited: 'plain',
  pending: 'gold',
  confirmed: 'green',
  declined: 'red',
  activated: 'plain',
};

interface ContactCardProps {
  contact: ContactView;
  /** True if the contact is starting the protocol. */
  hasStarted: boolean;
  unsent: UnsentCode | undefined;
  onEdit: () => void;
  onDelete: () => void;
  onDismissCode: () => void;
  /** Moves the focus after the next render. */
  focusNext: (id: string) => void;
}

export function ContactCard(props: ContactCardProps) {
  const { t } = useTranslation(['contacts', 'errors']);
  const { contact, hasStarted, unsent, focusNext } = props;
  const { AttemptNotice } = useContactsProtocol();
  const ids = focusIds(contact.id);
  const [isExpanded, setExpanded] = useState(false);
  const code = useCodeEntry(contact, focusNext);
  const actions = {
    ...props,
    // While the contact is starting the protocol, the veto replaces the main action.
    main: hasStarted ? undefined : mainActionOf(contact, unsent !== undefined, Date.now()),
    isEnteringCode: code.isOpen,
    isExpanded,
    onEnterCode: code.open,
    onToggleDetails: () => setExpanded(!isExpanded),
  };

  return (
    <Card className={styles.card} data-started={hasStarted}>
      <CardHead contact={contact} menu={hasStarted && <ContactMenu {...actions} />} />
      <AttemptNotice
        contactId={contact.id}
        isConfirmed={contact.status === 'confirmed'}
        onRemove={props.onDelete}
      />
      {!hasStarted && <ContactState contact={contact} hasUnsentCode={unsent !== undefined} />}
      {contact.is_unreadable && <Notice kind="error">{t('errors:content_unreadable')}</Notice>}
      {!contact.is_confirmed && unsent && (
        <UnsentCodeNotice
          unsent={unsent}
          onDismiss={() => {
            props.onDismissCode();
            focusNext(ids.heading);
          }}
        />
      )}
      {code.isOpen && <CodeEntry contact={contact} onCancel={code.cancel} />}
      {isExpanded && <ExpandedDetails contact={contact} />}
      {!hasStarted && <ContactActions {...actions} />}
    </Card>
  );
}

function CardHead({ contact, menu }: { contact: ContactView; menu: ReactNode }) {
  const { t } = useTranslation('contacts');
  const { name, email, relationship, status } = contact;
  const hasAgreed = status === 'confirmed' || status === 'activated';
  return (
    <div className={styles.head}>
      <Initials name={name} tone={hasAgreed ? 'green' : 'gold'} size="large" />
      <div className={styles.identity}>
        <Heading level={2} id={focusIds(contact.id).heading} tabIndex={-1}>
          {name}
        </Heading>
        <p className={styles.who}>{relationship ? `${relationship} · ${email}` : email}</p>
        <div className={styles.status}>
          <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
        </div>
      </div>
      {menu && <div className={styles.menu}>{menu}</div>}
    </div>
  );
}

/** Takes the focus when expanded, for keyboards and screen readers. */
function ExpandedDetails({ contact }: { contact: ContactView }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} className={styles.details} tabIndex={-1}>
      <ContactDetails contact={contact} />
    </div>
  );
}

function useCodeEntry(contact: ContactView, focusNext: (id: string) => void) {
  const { t } = useTranslation('contacts');
  const ids = focusIds(contact.id);
  const [isRequested, setRequested] = useState(false);
  const isAnswered = isRequested && contact.status !== 'pending';
  const closeAnswered = useEffectEvent(() => {
    setRequested(false);
    if (contact.status === 'confirmed') {
      toasts.success(t('code.confirmed', { name: contact.name }));
    }
    // The focused field may have been removed.
    if (document.activeElement === document.body) focusNext(ids.heading);
  });
  // The contact was confirmed by code, by link or in another tab.
  useEffect(() => {
    if (isAnswered) closeAnswered();
  }, [isAnswered]);
  return {
    isOpen: isRequested && contact.status === 'pending',
    open: () => setRequested(true),
    cancel: () => {
      setRequested(false);
      focusNext(ids.code);
    },
  };
}
