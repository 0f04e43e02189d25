import { IconFile, IconFileText, IconPhoto } from '@tabler/icons-react';
import { canPreview } from '@zavet/contract/instructions/file-rules';
import type {
  FileView,
  InstructionSummary,
} from '@zavet/contract/instructions/instruction-schemas';
import { useState } from 'react';
import { Button } from '../../../interface/button.tsx';
import { useFormats } from '../../../interface/language/formats.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { DeleteFileDialog } from './delete-file-dialog.tsx';
import { FilePreview } from './file-preview.tsx';
import styles from './files.module.css';
import { leavesOn } from './room-rules.ts';
import { useDownload } from './use-download.ts';
import { useFileSize } from './use-file-size.ts';

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
        <ul className={styles.list} aria-label={t('files.attached')}>
          {files.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              leavesOn={leavesOn(instruction, file)}
              isBusy={busyId === file.id}
              onDownload={() => void download(file)}
              onPreview={() => setPreviewed(file)}
              onDelete={canDelete ? () => setLeaving(file) : undefined}
            />
          ))}
        </ul>
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

interface FileRowProps {
  file: FileView;
  leavesOn: string | undefined;
  isBusy: boolean;
  onDownload: () => void;
  onPreview: () => void;
  onDelete: (() => void) | undefined;
}

function FileRow({ file, leavesOn: day, isBusy, onDownload, onPreview, onDelete }: FileRowProps) {
  const { t } = useTranslation('instructions');
  const sizeOf = useFileSize();
  const formats = useFormats();
  const name = file.file_name;
  return (
    <li className={styles.row}>
      <FileIcon mimeType={file.mime_type} />
      <div className={styles.about}>
        <span className={styles.name}>{name}</span>
        <span className={styles.quiet}>{sizeOf(file.size_bytes)}</span>
        {day && (
          <span className={styles.leaves}>{t('room.leavesOn', { date: formats.date(day) })}</span>
        )}
      </div>
      <div className={styles.actions}>
        {canPreview(file.mime_type) && (
          <Button kind="plain" aria-label={t('files.previewNamed', { name })} onClick={onPreview}>
            {t('files.preview')}
          </Button>
        )}
        <Button
          kind="plain"
          loading={isBusy}
          aria-label={t('files.downloadNamed', { name })}
          onClick={onDownload}
        >
          {t('files.download')}
        </Button>
        {onDelete && (
          <Button
            kind="plain"
            className={styles.delete}
            aria-label={t('files.deleteNamed', { name })}
            onClick={onDelete}
          >
            {t('files.delete')}
          </Button>
        )}
      </div>
    </li>
  );
}

function FileIcon({ mimeType }: { mimeType: string }) {
  const Icon = mimeType.startsWith('image/')
    ? IconPhoto
    : mimeType === 'application/pdf'
      ? IconFileText
      : IconFile;
  return <Icon size={24} className={styles.icon} aria-hidden />;
}
