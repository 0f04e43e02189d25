import { Link, useNavigate } from '@tanstack/react-router';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { monthsSince, needsReview } from '@zavet/contract/vault/instruction-rules';
import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { useState } from 'react';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { FactList } from '../../../../ui/fact-list.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { Initials } from '../../../../ui/initials.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconPrinter, IconTrash } from '../../../../ui/more-icons.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { DeleteInstructionDialog } from '../delete-instruction.tsx';
import { ContactState, useRecipientText } from '../instruction-contacts.tsx';
import { deliveryStageOf, hasConfirmedContact, isProtocolActive } from '../instruction-rules.ts';
import { useListSearch } from '../list/list-state.ts';
import { useConfirmReview } from '../list/row-state.tsx';
import { useInstructionDelivery } from '../public/delivery-port.ts';
import { FormerTexts } from './former-texts.tsx';
import styles from './reading.module.css';

interface ReadingAsideProps {
  instruction: InstructionView;
  contacts: readonly ContactView[];
}

/** Recipients, details and actions, shown only to the owner. */
export function ReadingAside({ instruction, contacts }: ReadingAsideProps) {
  const { t } = useTranslation('instructions');
  const { Deliveries, UnsentReason } = useInstructionDelivery();
  const stage = deliveryStageOf(instruction);
  const isActive = isProtocolActive(contacts);
  return (
    <aside className={styles.side}>
      <Heading level={2} size="row">
        {t('card.contacts')}
      </Heading>
      <Recipients instruction={instruction} contacts={contacts} />
      {stage === 'open' && !isActive && (
        <>
          <RecipientHint instruction={instruction} contacts={contacts} />
          <ReviewReminder instruction={instruction} />
        </>
      )}
      {stage !== 'sent' && isActive && <UnsentReason instructionId={instruction.id} />}
      {stage !== 'open' && <Deliveries instructionId={instruction.id} />}
      <InstructionFacts instruction={instruction} />
      <InstructionActions instruction={instruction} />
    </aside>
  );
}

function Recipients({ instruction, contacts }: ReadingAsideProps) {
  const { t } = useTranslation('list');
  const listSearch = useListSearch();
  const recipient = useRecipientText()(instruction);
  const { id, recipient_name, trusted_contact_ids: ids } = instruction;
  const chosen = contacts.filter((contact) => ids.includes(contact.id));
  return (
    <ul className={styles.people}>
      {chosen.map((contact) => (
        <li key={contact.id}>
          <Link to="/instructions" search={{ person: contact.id }} className={styles.person}>
            <Initials name={contact.name} tone={contact.is_confirmed ? 'green' : 'gold'} />
            <span>{contact.name}</span>
            {!contact.is_confirmed && <ContactState contact={contact} />}
          </Link>
        </li>
      ))}
      {recipient && (
        <li className={styles.person}>
          <Initials name={recipient_name ?? recipient} tone="gold" />
          <span>{recipient}</span>
        </li>
      )}
      {chosen.length === 0 && deliveryStageOf(instruction) === 'open' && (
        <li>
          <ButtonLink
            to="/instructions"
            search={{ ...listSearch, edit: id, at: 'contacts' }}
            kind="plain"
          >
            {t('row.choose')}
          </ButtonLink>
        </li>
      )}
    </ul>
  );
}

/** Warns if no contact is assigned or none has confirmed. */
function RecipientHint({ instruction, contacts }: ReadingAsideProps) {
  const { t } = useTranslation('instructions');
  const { trusted_contact_ids: ids, recipient_email: email } = instruction;
  if (ids.length === 0) {
    const text = email ? t('unassigned.onlyRecipient', { email }) : t('unassigned.none');
    return <p className={styles.quiet}>{text}</p>;
  }
  if (hasConfirmedContact(instruction, contacts) || email) return null;
  return <p className={styles.quiet}>{t('unassigned.unconfirmed')}</p>;
}

/** Asks for a review of an instruction that was not reviewed for half a year. */
function ReviewReminder({ instruction }: { instruction: InstructionView }) {
  const { t } = useTranslation('instructions');
  const review = useConfirmReview(instruction.id);
  const reviewedAt = new Date(instruction.reviewed_at);
  const now = new Date();
  if (!needsReview(reviewedAt, now)) return null;
  return (
    <Notice
      kind="warning"
      title={t('review.title', { count: monthsSince(reviewedAt, now) })}
      actions={
        <Button kind="quiet" loading={review.isPending} onClick={review.confirm}>
          {t('review.action')}
        </Button>
      }
    />
  );
}

function InstructionFacts({ instruction }: { instruction: InstructionView }) {
  const { t } = useTranslation(['instructions', 'list']);
  const formats = useFormats();
  const { category, priority } = instruction;
  const created = formats.date(instruction.created_at);
  const updated = formats.date(instruction.updated_at);
  const facts = [
    { name: t('fields.category'), value: t(`categories.${category}`) },
    { name: t('fields.priority'), value: t(`priorities.${priority}`) },
    updated !== created && { name: t('list:row.updated'), value: updated },
  ];
  return <FactList facts={facts.filter((fact) => !!fact)} />;
}

function InstructionActions({ instruction }: { instruction: InstructionView }) {
  const { t } = useTranslation('instructions');
  const navigate = useNavigate();
  const listSearch = useListSearch();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div className={styles.actions}>
      <Button
        kind="plain"
        icon={<IconPrinter size={20} aria-hidden />}
        onClick={() => window.print()}
      >
        {t('reading.print')}
      </Button>
      <FormerTexts instruction={instruction} />
      {deliveryStageOf(instruction) === 'open' && (
        <>
          <Button
            kind="plain"
            className={styles.delete}
            icon={<IconTrash size={20} aria-hidden />}
            onClick={() => setDeleting(true)}
          >
            {t('card.delete')}
          </Button>
          <DeleteInstructionDialog
            instruction={isDeleting ? instruction : undefined}
            onClose={() => setDeleting(false)}
            onDeleted={() =>
              void navigate({ to: '/instructions', search: listSearch, replace: true })
            }
          />
        </>
      )}
    </div>
  );
}
