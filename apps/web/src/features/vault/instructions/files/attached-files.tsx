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
import { FileRow, FileRows, useSaveFile } from '../public/file-list.tsx';
import { FilePreview } from '../public/file-preview.tsx';
import { namesToRemove, removalDayOf, removedByDay, shortNameList } from './attachment-rules.ts';
import styles from './files.module.css';

interface AttachedFilesProps {
  instruction: Pick<InstructionSummary, 'id' | 'title' | 'files' | 'files_leaving'>;
  canDelete: boolean;
  /** Takes the focus after a file was deleted. */
  headingId?: string;
}

export function AttachedFiles({ instruction, canDelete, headingId = '' }: AttachedFilesProps) {
  const { t } = useTranslation('instructions');
  const { busyId, download, downloadAll } = useDownload();
  const [previewed, setPreviewed] = useState<FileView>();
  const [fileToDelete, setFileToDelete] = useState<FileView>();
  const { id, title, files } = instruction;
  return (
    <>
      {files.length > 0 && (
        <FileRows label={t('files.attached')}>
          {files.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              isBusy={busyId === file.id}
              onDownload={() => void download(file)}
              onPreview={() => setPreviewed(file)}
              onDelete={canDelete ? () => setFileToDelete(file) : undefined}
            >
              <RemovalDate day={removalDayOf(instruction, file)} />
            </FileRow>
          ))}
        </FileRows>
      )}
      {files.length > 1 && (
        <div>
          <Button kind="quiet" loading={busyId === id} onClick={() => void downloadAll(id, title)}>
            {t('files.downloadAll')}
          </Button>
        </div>
      )}
      {previewed && (
        <FilePreview
          file={previewed}
          load={(signal) => api.downloadFile({ params: { id: previewed.id } }, { signal })}
          isDownloading={busyId === previewed.id}
          onDownload={() => void download(previewed)}
          onClose={() => setPreviewed(undefined)}
        />
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

function useDownload() {
  const { busyId, save } = useSaveFile();
  return {
    /** The id of the file being downloaded, or of the instruction for all its files. */
    busyId,
    download: (file: FileView) =>
      save(file.id, file.file_name, () => api.downloadFile({ params: { id: file.id } })),
    downloadAll: (instructionId: string, title: string) =>
      save(instructionId, `${title}.zip`, () =>
        api.downloadFiles({ params: { id: instructionId } }),
      ),
  };
}

interface DeleteFileDialogProps {
  /** Opens the dialog. */
  file: FileView | undefined;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteFileDialog({ file, onClose, onDeleted }: DeleteFileDialogProps) {
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

type Instruction = Pick<InstructionSummary, 'files' | 'files_leaving' | 'removed_files'>;

/** Announces files to be removed for lack of storage, and lists the removed ones. */
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
  const { files_leaving } = instruction;
  return {
    leaving:
      files_leaving && names.length > 0
        ? t('room.leaving', { date: formats.date(files_leaving.on), names: shortNameList(names) })
        : undefined,
    removed: removedByDay(instruction.removed_files).map(({ day, names: removed }) =>
      t('room.removed', { date: formats.date(day), names: shortNameList(removed) }),
    ),
  };
}
