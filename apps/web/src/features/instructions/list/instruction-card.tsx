import { useSearch } from '@tanstack/react-router';
import type { ContactView } from '@zavet/contract/contacts/contact-schemas';
import type { InstructionSummary } from '@zavet/contract/instructions/instruction-schemas';
import { Badge } from '../../../interface/badge.tsx';
import { Button, ButtonLink } from '../../../interface/button.tsx';
import { Card } from '../../../interface/card.tsx';
import { Heading } from '../../../interface/heading.tsx';
import { useFormats } from '../../../interface/language/formats.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import { WhyLeft } from '../../protocol/public/why-left.tsx';
import { deliveryStageOf, isProtocolActive } from '../closed.ts';
import { ContactBadges } from '../contact-badges.tsx';
import { AttachedFiles } from '../files/attached-files.tsx';
import { FilesWithoutRoom } from '../files/files-without-room.tsx';
import { FilesBadge, MissingFiles } from '../files/missing-files.tsx';
import { useDrafts } from '../form/use-drafts.ts';
import styles from '../instructions.module.css';
import { PriorityBadge } from '../priority-badge.tsx';
import { useRecipientText } from '../use-recipient-text.ts';
import { AssignmentNotice } from './assignment-notice.tsx';
import { ReviewReminder } from './review-reminder.tsx';

interface InstructionCardProps {
  instruction: InstructionSummary;
  contacts: readonly ContactView[];
  onDelete: () => void;
}

export function InstructionCard({ instruction, contacts, onDelete }: InstructionCardProps) {
  const { t } = useTranslation('instructions');
  const recipientText = useRecipientText();
  const headingId = `instruction-${instruction.id}`;
  const way = deliveryStageOf(instruction);
  const isOpen = way === 'open';
  const recipient = recipientText(instruction);
  if (instruction.is_unreadable) return <DamagedCard headingId={headingId} />;
  return (
    <Card className={styles.card} aria-labelledby={headingId}>
      <div className={styles.cardHead}>
        <Heading level={2} id={headingId} tabIndex={-1}>
          {instruction.title}
        </Heading>
        <PriorityBadge priority={instruction.priority} />
      </div>
      <p className={styles.quiet}>{t(`categories.${instruction.category}`)}</p>
      <p className={styles.preview}>{instruction.preview}</p>
      <Badges instruction={instruction} contacts={contacts} />
      {recipient && <p className={styles.quiet}>{t('card.recipient', { recipient })}</p>}
      {way !== 'sent' && isProtocolActive(contacts) && <WhyLeft instructionId={instruction.id} />}
      {isOpen && !isProtocolActive(contacts) && (
        <>
          <AssignmentNotice instruction={instruction} contacts={contacts} />
          <ReviewReminder instruction={instruction} />
        </>
      )}
      <MissingFiles instruction={instruction} headingId={headingId} />
      <FilesWithoutRoom instruction={instruction} />
      <Files instruction={instruction} headingId={headingId} />
      <Dates instruction={instruction} />
      {way === 'open' ? (
        <CardActions instruction={instruction} onDelete={onDelete} />
      ) : (
        <ClosedActions instruction={instruction} way={way} />
      )}
    </Card>
  );
}

/** Nothing is offered that could make it worse. */
function DamagedCard({ headingId }: { headingId: string }) {
  const { t } = useTranslation(['instructions', 'errors']);
  return (
    <Card className={styles.card} aria-labelledby={headingId}>
      <Heading level={2} id={headingId} tabIndex={-1}>
        {t('damaged')}
      </Heading>
      <Notice kind="error">{t('errors:content_unreadable')}</Notice>
    </Card>
  );
}

function Badges({ instruction, contacts }: Omit<InstructionCardProps, 'onDelete'>) {
  const { t } = useTranslation('instructions');
  const { drafts } = useDrafts();
  const way = deliveryStageOf(instruction);
  const hasDraft = way === 'open' && drafts.find(instruction.id) !== undefined;
  return (
    <div className={styles.badges}>
      <ContactBadges contacts={contacts} ids={instruction.trusted_contact_ids} />
      <FilesBadge instruction={instruction} />
      {hasDraft && <Badge>{t('draft.badge')}</Badge>}
      {way !== 'open' && (
        <Badge tone={way === 'sent' ? 'green' : 'gold'}>{t(`closed.badge.${way}`)}</Badge>
      )}
    </div>
  );
}

interface FilesProps {
  instruction: InstructionSummary;
  headingId: string;
}

function Files({ instruction, headingId }: FilesProps) {
  const { t } = useTranslation('instructions');
  if (instruction.files.length === 0) return null;
  return (
    <details className={styles.files}>
      <summary>{t('card.showFiles')}</summary>
      <div className={styles.filesBody}>
        <AttachedFiles
          instruction={instruction}
          canDelete={deliveryStageOf(instruction) === 'open'}
          headingId={headingId}
        />
      </div>
    </details>
  );
}

function Dates({ instruction }: { instruction: InstructionSummary }) {
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  const created = formats.date(instruction.created_at);
  const updated = formats.date(instruction.updated_at);
  return (
    <p className={styles.quiet}>
      {created === updated ? t('card.created', { created }) : t('card.dates', { created, updated })}
    </p>
  );
}

function CardActions({ instruction, onDelete }: Omit<InstructionCardProps, 'contacts'>) {
  const { t } = useTranslation(['instructions', 'shell']);
  const { category } = useSearch({ strict: false });
  const { id, title } = instruction;
  return (
    <div className={styles.actions}>
      <ButtonLink
        to="/instructions"
        search={{ edit: id, category }}
        kind="quiet"
        aria-label={t('card.editNamed', { title })}
      >
        {t('shell:actions.edit')}
      </ButtonLink>
      <Button kind="quietDanger" aria-label={t('card.deleteNamed', { title })} onClick={onDelete}>
        {t('card.delete')}
      </Button>
    </div>
  );
}

interface ClosedActionsProps {
  instruction: InstructionSummary;
  way: 'queued' | 'sent';
}

function ClosedActions({ instruction, way }: ClosedActionsProps) {
  const { t } = useTranslation('instructions');
  const search = { folder: instruction.status, message: instruction.id };
  return (
    <>
      <p className={styles.sent}>{t(`closed.card.${way}`)}</p>
      <div className={styles.actions}>
        <ButtonLink to="/mail" search={search} kind="quiet">
          {t('closed.read')}
        </ButtonLink>
      </div>
    </>
  );
}
