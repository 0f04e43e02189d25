import type { FileView, InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { FilePreview } from '../public/file-preview.tsx';
import { FileRow, FileRows } from '../public/file-row.tsx';
import { DeleteFileDialog } from './delete-file-dialog.tsx';
import styles from './files.module.css';
import { leavesOn } from './room-rules.ts';
import { useDownload } from './use-download.ts';

interface AttachedFilesProps {
  instruction: Pick<InstructionSummary, 'id' | 'title' | 'files' | 'files_leaving'>;
  canDelete: boolean;
  /** The heading above, which takes the focus of a deleted file. */
  headingId?: string;
}

/** The files of an instruction, to be looked at, saved and, while it is not sent, deleted. */
export function AttachedFiles({ instruction, canDelete, headingId = '' }: AttachedFilesProps) {
  const { t } = useTranslation('instructions');
  const { busyId, download, downloadAll } = useDownload();
  const [previewed, setPreviewed] = useState<FileView>();
  const [leaving, setLeaving] = useState<FileView>();
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
              onDelete={canDelete ? () => setLeaving(file) : undefined}
            >
              <LeavesOn day={leavesOn(instruction, file)} />
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
        file={leaving}
        onClose={() => setLeaving(undefined)}
        onDeleted={() => requestAnimationFrame(() => document.getElementById(headingId)?.focus())}
      />
    </>
  );
}

function LeavesOn({ day }: { day: string | undefined }) {
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  if (!day) return null;
  return <span className={styles.leaves}>{t('room.leavesOn', { date: formats.date(day) })}</span>;
}
