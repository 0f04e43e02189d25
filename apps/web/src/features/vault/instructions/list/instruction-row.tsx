import { Link } from '@tanstack/react-router';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { monthsSince, needsReview } from '@zavet/contract/vault/instruction-rules';
import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { useEffect, useRef } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import fieldStyles from '../../../../ui/field.module.css';
import { Heading } from '../../../../ui/heading.tsx';
import { IconCheck, IconEye } from '../../../../ui/icons.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useDateLabel } from '../../../../ui/letters/date-label.ts';
import { Menu, type MenuItem } from '../../../../ui/menu.tsx';
import { IconListCheck, IconPencil, IconTrash } from '../../../../ui/more-icons.tsx';
import { deliveryStageOf, isProtocolActive } from '../instruction-rules.ts';
import { useListSearch, useListState } from './list-state.ts';
import { RowRecipients } from './row-recipients.tsx';
import { RowState, useConfirmReview } from './row-state.tsx';
import styles from './rows.module.css';
import selecting from './selection.module.css';
import type { Selection } from './selection.tsx';

interface InstructionRowProps {
  instruction: InstructionSummary;
  contacts: readonly ContactView[];
  selection: Selection;
  onDelete: () => void;
}

export function InstructionRow(props: InstructionRowProps) {
  const { instruction, contacts, selection, onDelete } = props;
  const { t } = useTranslation('instructions');
  const headingId = `instruction-${instruction.id}`;
  if (instruction.is_unreadable) return <DamagedRow headingId={headingId} />;
  return (
    <li className={styles.row} data-selecting={selection.isOn || undefined}>
      {selection.isOn && <RowCheckbox instruction={instruction} selection={selection} />}
      <div className={styles.main}>
        <div className={styles.titleLine}>
          <Heading level={2} size="row" id={headingId} tabIndex={-1} className={styles.title}>
            <TitleLink instruction={instruction} />
          </Heading>
          {instruction.priority === 'high' && (
            <span className={styles.badge}>
              <Badge tone="gold">{t('priorities.high')}</Badge>
            </span>
          )}
        </div>
        <p className={styles.preview}>{instruction.preview}</p>
        <RowState instruction={instruction} contacts={contacts} />
      </div>
      <RowRecipients instruction={instruction} contacts={contacts} />
      <RowNote instruction={instruction} contacts={contacts} />
      {!selection.isOn && (
        <div className={styles.menu}>
          <RowMenu
            instruction={instruction}
            onSelect={() => selection.start(instruction.id)}
            onDelete={onDelete}
          />
        </div>
      )}
    </li>
  );
}

/** Covers the row, so that pressing it anywhere selects it. */
function RowCheckbox({
  instruction,
  selection,
}: Pick<InstructionRowProps, 'instruction' | 'selection'>) {
  const { id, title } = instruction;
  const isSelected = selection.ids.has(id);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Takes the focus of the menu button that started the selection.
    if (box.current?.checked && document.activeElement === document.body) box.current.focus();
  }, []);
  return (
    <label className={selecting.box}>
      <input
        ref={box}
        type="checkbox"
        className={fieldStyles.checkBox}
        aria-label={title}
        checked={isSelected}
        disabled={deliveryStageOf(instruction) !== 'open' || (selection.isFull && !isSelected)}
        onChange={() => selection.toggle(id)}
      />
    </label>
  );
}

function TitleLink({ instruction: { id, title } }: { instruction: InstructionSummary }) {
  const listSearch = useListSearch();
  return (
    <Link to="/instructions" search={{ ...listSearch, read: id }} className={styles.titleLink}>
      {title}
    </Link>
  );
}

/** Shows files and date; on phones above the title and together with the priority. */
function RowNote({ instruction, contacts }: Pick<InstructionRowProps, 'instruction' | 'contacts'>) {
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

/** Offers no actions, because they might damage the content further. */
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
  onSelect: () => void;
  onDelete: () => void;
}

function RowMenu({ instruction, onSelect, onDelete }: RowMenuProps) {
  const { t } = useTranslation(['list', 'instructions', 'shell']);
  const listSearch = useListSearch();
  const review = useConfirmReview(instruction.id);
  const { id, title, reviewed_at } = instruction;
  const read: MenuItem = {
    label: t('instructions:closed.read'),
    icon: <IconEye size={22} aria-hidden />,
    link: <Link to="/instructions" search={{ ...listSearch, read: id }} />,
  };
  const edit: MenuItem = {
    label: t('shell:actions.edit'),
    icon: <IconPencil size={22} aria-hidden />,
    link: <Link to="/instructions" search={{ ...listSearch, edit: id }} />,
  };
  const confirm: MenuItem = {
    label: t('instructions:review.action'),
    icon: <IconCheck size={22} aria-hidden />,
    onSelect: review.confirm,
  };
  const select: MenuItem = {
    label: t('selection.start'),
    icon: <IconListCheck size={22} aria-hidden />,
    onSelect,
  };
  const remove: MenuItem = {
    label: t('instructions:card.delete'),
    icon: <IconTrash size={22} aria-hidden />,
    tone: 'red',
    onSelect: onDelete,
  };
  const isReviewDue = needsReview(new Date(reviewed_at), new Date());
  const items =
    deliveryStageOf(instruction) === 'open'
      ? [edit, ...(isReviewDue ? [confirm] : []), select, remove]
      : [read];
  return <Menu label={t('row.menu', { title })} items={items} />;
}
