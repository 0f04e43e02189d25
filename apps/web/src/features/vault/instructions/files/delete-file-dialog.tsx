import type { FileView } from '@zavet/contract/vault/instruction-schemas';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { instructionCache } from '../instruction-queries.ts';

interface DeleteFileDialogProps {
  /** Asked about when given. */
  file: FileView | undefined;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteFileDialog({ file, onClose, onDeleted }: DeleteFileDialogProps) {
  const { t } = useTranslation('instructions');
  const describe = useErrorText();
  const remove = useMutationOf('deleteFile', {
    show: (client) => file && instructionCache(client).fileRemoved(file),
  });
  const name = file?.file_name ?? '';

  function confirm() {
    if (!file) return;
    remove.mutate(
      { params: { id: file.id } },
      {
        onSuccess: () => {
          toasts.success(t('files.deleted', { name }));
          onDeleted();
        },
        onError: (error) =>
          toasts.error(t('files.deleteFailed', { name, reason: describe(error) })),
        onSettled: onClose,
      },
    );
  }

  return (
    <ConfirmDialog
      isOpen={file !== undefined}
      title={t('files.deleteTitle')}
      confirmLabel={t('files.delete')}
      cancelLabel={t('files.deleteCancel')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {t('files.deleteText', { name })}
    </ConfirmDialog>
  );
}
