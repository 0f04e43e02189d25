import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { deliveryStageOf, isProtocolActive } from '../closed.ts';
import { useRoomTexts } from '../files/files-without-room.tsx';
import { useMissingFiles } from '../files/use-missing-files.ts';
import { useMissingText } from '../files/use-missing-text.ts';
import { useDrafts } from '../form/use-drafts.ts';
import { useInstructionDelivery } from '../public/delivery-port.ts';
import styles from './row-details.module.css';

interface RowStateProps {
  instruction: InstructionSummary;
  contacts: readonly ContactView[];
  isOpen: boolean;
  detailsId: string;
  onToggle: () => void;
}

/** What is not as usual with an instruction, in a line; what can be done about it is behind it. */
export function RowState(props: RowStateProps) {
  const { instruction, contacts, isOpen, detailsId, onToggle } = props;
  const { UnsentReason } = useInstructionDelivery();
  const troubles = useTroubles(instruction);
  const notes = useNotes(instruction, contacts);
  const isStopped = deliveryStageOf(instruction) !== 'sent' && isProtocolActive(contacts);
  return (
    <>
      {troubles.length + notes.length > 0 && (
        <div className={styles.states}>
          {notes.map((note) => (
            <span key={note}>{note}</span>
          ))}
          {troubles.map(({ text, tone }) => (
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
      {isStopped && <UnsentReason instructionId={instruction.id} />}
    </>
  );
}

/** Where it stands, and what was begun. */
function useNotes(instruction: InstructionSummary, contacts: readonly ContactView[]): string[] {
  const { t } = useTranslation(['list', 'instructions']);
  const { drafts } = useDrafts();
  const stage = deliveryStageOf(instruction);
  if (stage !== 'open') return [t(`instructions:closed.badge.${stage}`)];
  const { id, trusted_contact_ids: ids, recipient_email: email } = instruction;
  const isAnyoneReady = contacts.some((one) => ids.includes(one.id) && one.is_confirmed);
  const isWaiting = ids.length > 0 && !isAnyoneReady && !email && !isProtocolActive(contacts);
  return [
    ...(drafts.find(id) === undefined ? [] : [t('instructions:draft.badge')]),
    ...(isWaiting ? [t('row.waiting')] : []),
  ];
}

interface Trouble {
  text: string;
  tone: 'red' | 'quiet';
}

/** Files that did not arrive, that go, and that went. */
function useTroubles(instruction: InstructionSummary): Trouble[] {
  const { missing } = useMissingFiles(instruction);
  const summary = useMissingText();
  const { leaving, removed } = useRoomTexts(instruction);
  const troubles: Trouble[] = [];
  if (missing.length > 0) {
    troubles.push({ text: summary(instruction.files.length, missing.length), tone: 'red' });
  }
  if (leaving) troubles.push({ text: leaving, tone: 'red' });
  return [...troubles, ...removed.map((text) => ({ text, tone: 'quiet' as const }))];
}
