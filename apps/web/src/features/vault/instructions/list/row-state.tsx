import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { useFileRemovalTexts } from '../files/attached-files.tsx';
import { useMissingFiles } from '../files/missing-files.tsx';
import { useMissingFilesSummary } from '../files/missing-files-notice.tsx';
import { useDrafts } from '../form/draft-notices.tsx';
import { instructionCache } from '../instruction-queries.ts';
import { deliveryStageOf, hasConfirmedContact, isProtocolActive } from '../instruction-rules.ts';
import { useInstructionDelivery } from '../public/delivery-port.ts';
import styles from './rows.module.css';

interface RowStateProps {
  instruction: InstructionSummary;
  contacts: readonly ContactView[];
}

export function RowState({ instruction, contacts }: RowStateProps) {
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
            <span key={text} data-tone={tone}>
              {text}
            </span>
          ))}
        </div>
      )}
      {isUnsent && <UnsentReason instructionId={instruction.id} />}
    </>
  );
}

/** Returns the notes about delivery stage, unsaved draft and missing confirmations. */
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

/** Returns `confirm`, which records that an instruction is still valid and shows the result. */
export function useConfirmReview(id: string) {
  const { t } = useTranslation('instructions');
  const describe = useErrorText();
  const review = useMutationOf('reviewInstruction', {
    show: (client, { reviewed_at }) => instructionCache(client).storeReview(id, reviewed_at),
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
