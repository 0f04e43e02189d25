import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { useEffect, useRef } from 'react';
import { FactList } from '../../../../ui/fact-list.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { deliveryStageOf, isProtocolActive } from '../closed.ts';
import { ContactBadges } from '../contact-badges.tsx';
import { AttachedFiles } from '../files/attached-files.tsx';
import { FilesWithoutRoom } from '../files/files-without-room.tsx';
import { MissingFiles } from '../files/missing-files.tsx';
import { useRecipientText } from '../use-recipient-text.ts';
import { ReviewReminder } from './review-reminder.tsx';
import styles from './row-details.module.css';

interface RowDetailsProps {
  id: string;
  instruction: InstructionSummary;
  contacts: readonly ContactView[];
  headingId: string;
}

/** All that is known of an instruction, and what can be done about what is not as it should be. */
export function RowDetails({ id, instruction, contacts, headingId }: RowDetailsProps) {
  const { t } = useTranslation('instructions');
  const part = useRef<HTMLElement>(null);
  const stage = deliveryStageOf(instruction);
  // A reader who opens it goes on in it.
  useEffect(() => part.current?.focus({ preventScroll: true }), []);
  return (
    <section
      ref={part}
      id={id}
      tabIndex={-1}
      className={styles.details}
      aria-labelledby={headingId}
    >
      {stage === 'open' && !isProtocolActive(contacts) && (
        <>
          <WhoIsMissing instruction={instruction} contacts={contacts} />
          <ReviewReminder instruction={instruction} />
        </>
      )}
      {stage !== 'open' && <p className={styles.quiet}>{t(`closed.card.${stage}`)}</p>}
      <MissingFiles instruction={instruction} headingId={headingId} />
      <FilesWithoutRoom instruction={instruction} />
      <Facts instruction={instruction} contacts={contacts} />
      <AttachedFiles instruction={instruction} canDelete={stage === 'open'} headingId={headingId} />
    </section>
  );
}

type PeopleProps = Pick<RowDetailsProps, 'instruction' | 'contacts'>;

/** Where nobody is assigned any more, or nobody has agreed yet. */
function WhoIsMissing({ instruction, contacts }: PeopleProps) {
  const { t } = useTranslation('instructions');
  const { trusted_contact_ids: ids, recipient_email: email } = instruction;
  if (ids.length === 0) {
    const text = email ? t('unassigned.onlyRecipient', { email }) : t('unassigned.nobody');
    return <p className={styles.quiet}>{text}</p>;
  }
  const isAnyoneReady = contacts.some((one) => ids.includes(one.id) && one.is_confirmed);
  if (isAnyoneReady || email) return null;
  return <p className={styles.quiet}>{t('unassigned.unconfirmed')}</p>;
}

function Facts({ instruction, contacts }: PeopleProps) {
  const { t } = useTranslation(['list', 'instructions']);
  const formats = useFormats();
  const recipient = useRecipientText()(instruction);
  const created = formats.date(instruction.created_at);
  const updated = formats.date(instruction.updated_at);
  const { category, priority, trusted_contact_ids: ids } = instruction;
  const people = ids.length > 0 && {
    name: t('instructions:card.contacts'),
    value: <ContactBadges contacts={contacts} ids={ids} />,
  };
  const further = recipient && { name: t('row.furtherRecipient'), value: recipient };
  const facts = [
    people,
    further,
    { name: t('row.category'), value: t(`instructions:categories.${category}`) },
    { name: t('filters.priority'), value: t(`instructions:priorities.${priority}`) },
    { name: t('row.created'), value: created },
    updated !== created && { name: t('row.updated'), value: updated },
  ];
  return <FactList facts={facts.filter((fact) => !!fact)} />;
}
