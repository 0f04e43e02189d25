import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { monthsSince, needsReview } from '@zavet/contract/vault/instruction-rules';
import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { useEffect, useRef } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { FactList } from '../../../../ui/fact-list.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import {
  AttachedFiles,
  FileRemovalNotices,
  useFileRemovalTexts,
} from '../files/attached-files.tsx';
import { MissingFiles, useMissingFiles } from '../files/missing-files.tsx';
import { useMissingFilesSummary } from '../files/missing-files-notice.tsx';
import { useDrafts } from '../form/draft-notices.tsx';
import { ContactBadges, useRecipientText } from '../instruction-contacts.tsx';
import { instructionCache } from '../instruction-queries.ts';
import { deliveryStageOf, hasConfirmedContact, isProtocolActive } from '../instruction-rules.ts';
import { useInstructionDelivery } from '../public/delivery-port.ts';
import styles from './row-details.module.css';

interface RowDetailsProps {
  id: string;
  instruction: InstructionSummary;
  contacts: readonly ContactView[];
  headingId: string;
}

/** All data of an instruction, with actions for its problems. */
export function RowDetails({ id, instruction, contacts, headingId }: RowDetailsProps) {
  const { t } = useTranslation('instructions');
  const part = useRef<HTMLElement>(null);
  const stage = deliveryStageOf(instruction);
  // Keyboard and screen reader users continue in the opened section.
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
          <RecipientHint instruction={instruction} contacts={contacts} />
          <ReviewReminder instruction={instruction} />
        </>
      )}
      {stage !== 'open' && <p className={styles.quiet}>{t(`closed.card.${stage}`)}</p>}
      <MissingFiles instruction={instruction} headingId={headingId} />
      <FileRemovalNotices instruction={instruction} />
      <Facts instruction={instruction} contacts={contacts} />
      <AttachedFiles instruction={instruction} canDelete={stage === 'open'} headingId={headingId} />
    </section>
  );
}

type PeopleProps = Pick<RowDetailsProps, 'instruction' | 'contacts'>;

/** Warns if no contact is assigned or none has confirmed. */
function RecipientHint({ instruction, contacts }: PeopleProps) {
  const { t } = useTranslation('instructions');
  const { trusted_contact_ids: ids, recipient_email: email } = instruction;
  if (ids.length === 0) {
    const text = email ? t('unassigned.onlyRecipient', { email }) : t('unassigned.nobody');
    return <p className={styles.quiet}>{text}</p>;
  }
  if (hasConfirmedContact(instruction, contacts) || email) return null;
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

interface RowStateProps {
  instruction: InstructionSummary;
  contacts: readonly ContactView[];
  isOpen: boolean;
  detailsId: string;
  onToggle: () => void;
}

/** Notes and problems of an instruction in one line; a problem opens the details. */
export function RowState(props: RowStateProps) {
  const { instruction, contacts, isOpen, detailsId, onToggle } = props;
  const { UnsentReason } = useInstructionDelivery();
  const problems = useProblems(instruction);
  const notes = useNotes(instruction, contacts);
  const isUnsent = deliveryStageOf(instruction) !== 'sent' && isProtocolActive(contacts);
  return (
    <>
      {problems.length + notes.length > 0 && (
        <div className={styles.states}>
          {notes.map((note) => (
            <span key={note}>{note}</span>
          ))}
          {problems.map(({ text, tone }) => (
            <button
              key={text}
              type="button"
              className={styles.trouble}
              data-tone={tone}
              aria-expanded={isOpen}
              aria-controls={detailsId}
              onClick={onToggle}
            >
              {text}
            </button>
          ))}
        </div>
      )}
      {isUnsent && <UnsentReason instructionId={instruction.id} />}
    </>
  );
}

/** Delivery stage, unsaved draft and missing confirmations. */
function useNotes(instruction: InstructionSummary, contacts: readonly ContactView[]): string[] {
  const { t } = useTranslation(['list', 'instructions']);
  const { drafts } = useDrafts();
  const stage = deliveryStageOf(instruction);
  if (stage !== 'open') return [t(`instructions:closed.badge.${stage}`)];
  const { id, trusted_contact_ids: ids, recipient_email: email } = instruction;
  const isConfirmed = hasConfirmedContact(instruction, contacts);
  const isWaiting = ids.length > 0 && !isConfirmed && !email && !isProtocolActive(contacts);
  return [
    ...(drafts.find(id) === undefined ? [] : [t('instructions:draft.badge')]),
    ...(isWaiting ? [t('row.waiting')] : []),
  ];
}

interface Problem {
  text: string;
  tone: 'red' | 'quiet';
}

/** Missing files, files to be removed, and removed files. */
function useProblems(instruction: InstructionSummary): Problem[] {
  const { missing } = useMissingFiles(instruction);
  const summary = useMissingFilesSummary();
  const { leaving, removed } = useFileRemovalTexts(instruction);
  const problems: Problem[] = [];
  if (missing.length > 0) {
    problems.push({ text: summary(instruction.files.length, missing.length), tone: 'red' });
  }
  if (leaving) problems.push({ text: leaving, tone: 'red' });
  return [...problems, ...removed.map((text) => ({ text, tone: 'quiet' as const }))];
}

/** Asks to review an instruction that was not reviewed for half a year. */
function ReviewReminder({ instruction }: { instruction: InstructionSummary }) {
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
        <Button
          kind="quiet"
          loading={review.isPending}
          aria-label={t('review.actionNamed', { title: instruction.title })}
          onClick={review.confirm}
        >
          {t('review.action')}
        </Button>
      }
    >
      {t('review.text')}
    </Notice>
  );
}

/** Confirms that an instruction is still valid. */
export function useConfirmReview(id: string) {
  const { t } = useTranslation('instructions');
  const describe = useErrorText();
  const review = useMutationOf('reviewInstruction', {
    show: (client, { reviewed_at }) => instructionCache(client).reviewed(id, reviewed_at),
  });
  return {
    isPending: review.isPending,
    confirm: () =>
      review.mutate(
        { params: { id } },
        {
          onSuccess: () => toasts.success(t('review.done')),
          onError: (error) => toasts.error(t('review.failed', { reason: describe(error) })),
        },
      ),
  };
}
