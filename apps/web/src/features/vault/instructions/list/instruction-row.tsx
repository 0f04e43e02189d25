import { Link } from '@tanstack/react-router';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { monthsSince, needsReview } from '@zavet/contract/vault/instruction-rules';
import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { useId, useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { IconEye, IconInfoCircle } from '../../../../ui/icons.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useDateLabel } from '../../../../ui/letters/date-label.ts';
import { Menu, type MenuItem } from '../../../../ui/menu.tsx';
import { IconFiles, IconPencil, IconTrash } from '../../../../ui/more-icons.tsx';
import { deliveryStageOf, isProtocolActive } from '../instruction-rules.ts';
import { useListSearch, useListState } from './list-state.ts';
import { RowDetails, RowState, useConfirmReview } from './row-details.tsx';
import { RowRecipients } from './row-recipients.tsx';
import styles from './rows.module.css';

interface InstructionRowProps {
  instruction: InstructionSummary;
  contacts: readonly ContactView[];
  onDelete: () => void;
}

export function InstructionRow({ instruction, contacts, onDelete }: InstructionRowProps) {
  const { t } = useTranslation('instructions');
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const headingId = `instruction-${instruction.id}`;
  const isImportant = instruction.priority === 'high';
  const toggle = () => setOpen(!isOpen);
  if (instruction.is_unreadable) return <DamagedRow headingId={headingId} />;
  return (
    <li className={styles.row} data-open={isOpen || undefined}>
      <div className={styles.main}>
        <div className={styles.titleLine}>
          <Heading level={2} size="row" id={headingId} tabIndex={-1} className={styles.title}>
            <TitleLink instruction={instruction} />
          </Heading>
          {isImportant && (
            <span className={styles.badge}>
              <Badge tone="gold">{t('priorities.high')}</Badge>
            </span>
          )}
        </div>
        <p className={styles.preview}>{instruction.preview}</p>
        <RowState
          instruction={instruction}
          contacts={contacts}
          isOpen={isOpen}
          detailsId={detailsId}
          onToggle={toggle}
        />
      </div>
      <RowRecipients instruction={instruction} contacts={contacts} />
      <RowNote instruction={instruction} contacts={contacts} />
      <div className={styles.menu}>
        <RowMenu instruction={instruction} isOpen={isOpen} onToggle={toggle} onDelete={onDelete} />
      </div>
      {isOpen && (
        <RowDetails
          id={detailsId}
          instruction={instruction}
          contacts={contacts}
          headingId={headingId}
        />
      )}
    </li>
  );
}

/** Opens the form, or the read-only letter once delivery has started. */
function TitleLink({ instruction }: { instruction: InstructionSummary }) {
  const listSearch = useListSearch();
  const { id, title, status } = instruction;
  return deliveryStageOf(instruction) === 'open' ? (
    <Link to="/instructions" search={{ ...listSearch, edit: id }} className={styles.titleLink}>
      {title}
    </Link>
  ) : (
    <Link to="/mail" search={{ folder: status, message: id }} className={styles.titleLink}>
      {title}
    </Link>
  );
}

/** Files and date; on phones a line above the title that also shows the priority. */
function RowNote({ instruction, contacts }: Omit<InstructionRowProps, 'onDelete'>) {
  const { t } = useTranslation('instructions');
  const dateLabel = useDateLabel();
  const { listState } = useListState();
  const { files, priority, created_at, updated_at, reviewed_at } = instruction;
  const [reviewedAt, now] = [new Date(reviewed_at), new Date()];
  const isReviewDue =
    deliveryStageOf(instruction) === 'open' &&
    !isProtocolActive(contacts) &&
    needsReview(reviewedAt, now);
  return (
    <div className={styles.note}>
      {priority === 'high' && <span className={styles.important}>{t('priorities.high')}</span>}
      {files.length > 0 && <span>{t('card.files', { count: files.length })}</span>}
      {isReviewDue ? (
        <span className={styles.due}>
          {t('review.title', { count: monthsSince(reviewedAt, now) })}
        </span>
      ) : (
        <span className={styles.date}>
          {dateLabel(listState.sort === 'changed' ? updated_at : created_at)}
        </span>
      )}
    </div>
  );
}

/** Offers no actions, which might damage it further. */
function DamagedRow({ headingId }: { headingId: string }) {
  const { t } = useTranslation(['instructions', 'errors']);
  return (
    <li className={styles.row}>
      <div className={styles.main}>
        <Heading level={2} size="row" id={headingId} tabIndex={-1}>
          {t('damaged')}
        </Heading>
        <p className={styles.damaged}>{t('errors:content_unreadable')}</p>
      </div>
    </li>
  );
}

interface RowMenuProps {
  instruction: InstructionSummary;

  isOpen: boolean;
  onToggle: () => void;
  onDelete: () => void;
}

function RowMenu({ instruction, isOpen, onToggle, onDelete }: RowMenuProps) {
  const { t } = useTranslation(['list', 'instructions', 'shell']);
  const listSearch = useListSearch();
  const review = useConfirmReview(instruction.id);
  const { id, title, status, files, reviewed_at } = instruction;
  const isClosed = deliveryStageOf(instruction) !== 'open';
  const details: MenuItem = {
    label: t(isOpen ? 'row.fold' : 'row.details'),
    icon: <IconInfoCircle size={22} aria-hidden />,
    onSelect: onToggle,
  };
  const showFiles: MenuItem = {
    label: t('instructions:card.showFiles'),
    icon: <IconFiles size={22} aria-hidden />,
    onSelect: onToggle,
  };
  const shared = files.length > 0 && !isOpen ? [showFiles, details] : [details];
  const read: MenuItem = {
    label: t('instructions:closed.read'),
    icon: <IconEye size={22} aria-hidden />,
    link: <Link to="/mail" search={{ folder: status, message: id }} />,
  };
  const edit: MenuItem = {
    label: t('shell:actions.edit'),
    icon: <IconPencil size={22} aria-hidden />,
    link: <Link to="/instructions" search={{ ...listSearch, edit: id }} />,
  };
  const confirm: MenuItem = {
    label: t('instructions:review.action'),
    icon: <IconEye size={22} aria-hidden />,
    onSelect: review.confirm,
  };
  const remove: MenuItem = {
    label: t('instructions:card.delete'),
    icon: <IconTrash size={22} aria-hidden />,
    tone: 'red',
    onSelect: onDelete,
  };
  const isReviewDue = needsReview(new Date(reviewed_at), new Date());
  const items = isClosed
    ? [read, ...shared]
    : [edit, ...(isReviewDue ? [confirm] : []), ...shared, remove];
  return <Menu label={t('row.menu', { title })} items={items} />;
}
