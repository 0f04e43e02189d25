import { bytesPerMb, canPreview } from '@zavet/contract/vault/file-rules';
import { type ReactNode, useState } from 'react';
import { saveAs } from '../../../../platform/client/save-as.ts';
import { Button } from '../../../../ui/button.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useLanguage, useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconFile, IconFileText, IconPhoto } from '../../../../ui/more-icons.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import styles from '../files/files.module.css';

/** A file of an instruction or a request. */
export interface ListedFile {
  id: string;
  file_name: string;
  size_bytes: number;
  mime_type: string;
}

interface FileRowProps {
  file: ListedFile;
  children?: ReactNode;
  isBusy?: boolean;
  onPreview?: (() => void) | undefined;
  onDownload?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
}

/** Must be inside `FileRows`. */
export function FileRow(props: FileRowProps) {
  const { file, children, isBusy, onPreview, onDownload, onDelete } = props;
  const { t } = useTranslation('instructions');
  const sizeOf = useFileSize();
  const name = file.file_name;
  return (
    <li className={styles.row}>
      <FileIcon mimeType={file.mime_type} />
      <div className={styles.about}>
        <span className={styles.name}>{name}</span>
        <span className={styles.quiet}>{sizeOf(file.size_bytes)}</span>
        {children}
      </div>
      <div className={styles.actions}>
        {onPreview && canPreview(file.mime_type) && (
          <Button kind="plain" aria-label={t('files.previewNamed', { name })} onClick={onPreview}>
            {t('files.preview')}
          </Button>
        )}
        {onDownload && (
          <Button
            kind="plain"
            loading={isBusy}
            aria-label={t('files.downloadNamed', { name })}
            onClick={onDownload}
          >
            {t('files.download')}
          </Button>
        )}
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

export function FileRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
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

const bytesPerKb = 1024;

/** Formats bytes as «1,2 МБ», or as at least «1 кБ» for a small file. */
export function useFileSize(): (sizeBytes: number) => string {
  const { language } = useLanguage();
  return (sizeBytes) => {
    const isBig = sizeBytes >= bytesPerMb;
    const amount = isBig ? sizeBytes / bytesPerMb : Math.max(1, sizeBytes / bytesPerKb);
    return new Intl.NumberFormat(language, {
      style: 'unit',
      unit: isBig ? 'megabyte' : 'kilobyte',
      maximumFractionDigits: isBig ? 1 : 0,
    }).format(amount);
  };
}

/** Downloads a file under its name; shows a toast on failure. */
export function useSaveFile() {
  const { t } = useTranslation('instructions');
  const describe = useErrorText();
  const [busyId, setBusyId] = useState<string>();

  async function save(id: string, name: string, load: () => Promise<Blob>) {
    setBusyId(id);
    try {
      saveAs(await load(), name);
    } catch (error) {
      toasts.error(t('files.downloadFailed', { name, reason: describe(error) }));
    } finally {
      setBusyId(undefined);
    }
  }

  return {
    /** The id of the running download. */
    busyId,
    save,
  };
}
