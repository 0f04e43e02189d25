import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { useDrafts } from '../form/use-drafts.ts';
import { useDeleteInstruction } from '../instruction-queries.ts';

interface DeleteInstructionDialogProps {
  /** Asked about when given. */
  instruction: InstructionSummary | undefined;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteInstructionDialog(props: DeleteInstructionDialogProps) {
  const { instruction, onClose, onDeleted } = props;
  const { t } = useTranslation('instructions');
  const describe = useErrorText();
  const { drafts } = useDrafts();
  const remove = useDeleteInstruction();
  const fileCount = instruction?.files.length ?? 0;

  function confirm() {
    if (!instruction) return;
    remove.mutate(
      { params: { id: instruction.id } },
      {
        onSuccess: () => {
          drafts.forget(instruction.id);
          drafts.forgetSetAside(instruction.id);
          toasts.success(t('deletion.done', { title: instruction.title }));
          onDeleted();
        },
        onError: (error) => toasts.error(t('deletion.failed', { reason: describe(error) })),
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
      <p>{t('deletion.text', { title: instruction?.title ?? '' })}</p>
      {fileCount > 0 && <p>{t('deletion.files', { count: fileCount })}</p>}
    </ConfirmDialog>
  );
}
