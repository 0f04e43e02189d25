import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

interface ReaderQuestionProps {
  isOpen: boolean;
  /** Chosen files are not part of a draft. */
  hasFiles: boolean;
  onClose: () => void;
}

/** Asks for the first trusted contact when an instruction is saved before there is one. */
export function ReaderQuestion({ isOpen, hasFiles, onClose }: ReaderQuestionProps) {
  const { t } = useTranslation('instructions');
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('forWhom.title')}
      confirmLabel={t('forWhom.action')}
      cancelLabel={t('forWhom.cancel')}
      isSafe
      // The draft is kept: nothing is lost on the way.
      onConfirm={() => void navigate({ to: '/contact', ignoreBlocker: true })}
      onCancel={onClose}
    >
      <p>{t('forWhom.text')}</p>
      {hasFiles && <p>{t('forWhom.files')}</p>}
    </ConfirmDialog>
  );
}
