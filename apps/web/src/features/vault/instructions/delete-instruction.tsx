import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import { useDrafts } from './form/draft-notices.tsx';
import { useDeleteInstruction } from './instruction-queries.ts';

interface DeleteInstructionDialogProps {
  /** The dialog is open while this is set. */
  instruction: Pick<InstructionSummary, 'id' | 'title'> | undefined;
  onClose: () => void;
  onDeleted: () => void;
  /** Replaces the default failure text. */
  failureText?: (error: unknown) => string;
}

/** Moves an instruction to the bin after a confirmation. */
export function DeleteInstructionDialog(props: DeleteInstructionDialogProps) {
  const { instruction, onClose, onDeleted, failureText } = props;
  const { t } = useTranslation('instructions');
  const describe = useErrorText();
  const { drafts } = useDrafts();
  const remove = useDeleteInstruction();

  function confirm() {
    if (!instruction) return;
    remove.mutate(
      { params: { id: instruction.id } },
      {
        onSuccess: () => {
          drafts.removeAll(instruction.id);
          toasts.success(t('deletion.done', { title: instruction.title }));
          onDeleted();
        },
        onError: (error) =>
          toasts.error(failureText?.(error) ?? t('deletion.failed', { reason: describe(error) })),
        onSettled: onClose,
      },
    );
  }

  return (
    <ConfirmDialog
      isOpen={instruction !== undefined}
      title={t('deletion.title')}
      confirmLabel={t('deletion.confirm')}
      cancelLabel={t('deletion.cancel')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {t('deletion.text', { title: instruction?.title ?? '' })}
    </ConfirmDialog>
  );
}
