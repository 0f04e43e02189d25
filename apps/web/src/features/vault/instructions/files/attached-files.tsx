import type { FileView, InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { instructionCache } from '../instruction-queries.ts';
import { useSaveFile } from '../public/file-list.tsx';
import { PreviewableFiles } from '../public/file-preview.tsx';
import { namesToRemove, removalDayOf, removalsOf, shortNameList } from './attachment-rules.ts';
import styles from './files.module.css';

interface AttachedFilesProps {
  instruction: Pick<InstructionSummary, 'id' | 'title' | 'files' | 'files_to_remove'>;
  canDelete: boolean;
  /** Takes the focus after a file was deleted. */
  headingId?: string;
}

export function AttachedFiles({ instruction, canDelete, headingId = '' }: AttachedFilesProps) {
  const { t } = useTranslation('instructions');
  const { busyId, save } = useSaveFile();
  const [fileToDelete, setFileToDelete] = useState<FileView>();
  const { id, title, files } = instruction;
  const downloadAll = () =>
    void save(id, `${title}.zip`, () => api.downloadFiles({ params: { id } }));
  return (
    <>
      {files.length > 0 && (
        <PreviewableFiles
          label={t('files.attached')}
          files={files}
          load={(file, signal) => api.downloadFile({ params: { id: file.id } }, { signal })}
          onDelete={canDelete ? setFileToDelete : undefined}
        >
          {(file) => <RemovalDate day={removalDayOf(instruction, file)} />}
        </PreviewableFiles>
      )}
      {files.length > 1 && (
        <div>
          <Button kind="quiet" loading={busyId === id} onClick={downloadAll}>
            {t('files.downloadAll')}
          </Button>
        </div>
      )}
      <DeleteFileDialog
        file={fileToDelete}
        onClose={() => setFileToDelete(undefined)}
        onDeleted={() => requestAnimationFrame(() => document.getElementById(headingId)?.focus())}
      />
    </>
  );
}

function RemovalDate({ day }: { day: string | undefined }) {
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  if (!day) return null;
  return <span className={styles.leaves}>{t('room.leavesOn', { date: formats.date(day) })}</span>;
}

interface DeleteFileDialogProps {
  /** The dialog is open while this is set. */
  file: FileView | undefined;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteFileDialog({ file, onClose, onDeleted }: DeleteFileDialogProps) {
  const { t } = useTranslation('instructions');
  const describe = useErrorText();
  const remove = useMutationOf('deleteFile', {
    show: (client) => file && instructionCache(client).removeFile(file),
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

type Instruction = Pick<InstructionSummary, 'files' | 'files_to_remove' | 'removed_files'>;

/** Announces files to be removed for lack of storage, and lists removed files. */
export function FileRemovalNotices({ instruction }: { instruction: Instruction }) {
  const { t } = useTranslation('instructions');
  const { leaving, removed } = useFileRemovalTexts(instruction);
  return (
    <>
      {leaving && (
        <Notice
          kind="warning"
          actions={
            <ButtonLink kind="quiet" to="/settings" search={{ tab: 'plan' }}>
              {t('room.plan')}
            </ButtonLink>
          }
        >
          {leaving}
        </Notice>
      )}
      {removed.map((text) => (
        <Notice key={text}>{text}</Notice>
      ))}
    </>
  );
}

export function useFileRemovalTexts(instruction: Instruction): {
  leaving: string | undefined;
  removed: string[];
} {
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  const names = namesToRemove(instruction);
  const { files_to_remove } = instruction;
  return {
    leaving:
      files_to_remove && names.length > 0
        ? t('room.leaving', { date: formats.date(files_to_remove.on), names: shortNameList(names) })
        : undefined,
    removed: removalsOf(instruction.removed_files).map(({ reason, removed_on, names: removed }) =>
      t(`room.removed.${reason}`, {
        date: formats.date(removed_on),
        names: shortNameList(removed),
      }),
    ),
  };
}
