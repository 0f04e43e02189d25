import { Link } from '@tanstack/react-router';
import { needsReview } from '@zavet/contract/vault/instruction-rules';
import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { IconEye, IconInfoCircle } from '../../../../ui/icons.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Menu, type MenuItem } from '../../../../ui/menu.tsx';
import { IconFiles, IconPencil, IconTrash } from '../../../../ui/more-icons.tsx';
import { deliveryStageOf } from '../closed.ts';
import { useConfirmReview } from './review-reminder.tsx';
import { useListSearch } from './use-list-place.ts';

interface RowMenuProps {
  instruction: InstructionSummary;
  /** Its details are shown. */
  isOpen: boolean;
  onToggle: () => void;
  onDelete: () => void;
}

/** What can be done with an instruction. */
export function RowMenu({ instruction, isOpen, onToggle, onDelete }: RowMenuProps) {
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
