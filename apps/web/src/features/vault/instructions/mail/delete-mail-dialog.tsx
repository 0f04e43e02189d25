import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@zavet/contract/client';
import type { InstructionView } from '@zavet/contract/instructions/instruction-schemas';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { useDrafts } from '../form/use-drafts.ts';
import { useDeleteInstruction } from '../instruction-queries.ts';

interface DeleteMailDialogProps {
  mail: InstructionView;
  onClose: () => void;
}

export function DeleteMailDialog({ mail, onClose }: DeleteMailDialogProps) {
  const { t } = useTranslation(['mail', 'instructions']);
  const navigate = useNavigate();
  const { drafts } = useDrafts();
  const remove = useDeleteInstruction();
  const fileCount = mail.files.length;

  async function confirm() {
    try {
      await remove.mutateAsync({ params: { id: mail.id } });
      drafts.forget(mail.id);
      drafts.forgetSetAside(mail.id);
      toasts.success(t('delete.done'));
      await navigate({
        to: '/mail',
        search: (now: object) => ({ ...now, folder: 'outbox', message: undefined }),
        replace: true,
      });
    } catch (error) {
      toasts.error(t(reasonOf(error)));
      onClose();
    }
  }

  return (
    <ConfirmDialog
      isOpen
      title={t('delete.title')}
      confirmLabel={t('delete.confirm')}
      cancelLabel={t('delete.cancel')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p>{t('delete.text', { title: mail.title })}</p>
      {fileCount > 0 && <p>{t('instructions:deletion.files', { count: fileCount })}</p>}
    </ConfirmDialog>
  );
}

function reasonOf(error: unknown) {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'not_in_outbox') return 'delete.notInOutbox';
  return code === 'instruction_closed' ? 'delete.queued' : 'delete.failed';
}
