import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { lazyComponent } from '../../../../ui/lazy-component.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import styles from '../files/files.module.css';
import { LoadFailure, loadCode } from '../lazy-code.tsx';
import { FileRow, FileRows, type ListedFile, useSaveFile } from './file-list.tsx';

// The PDF reader is large, so it is loaded on first use.
const PdfView = lazyComponent(
  async () => (await loadCode(() => import('../files/pdf-view.tsx'))).PdfView,
);

interface FilePreviewProps {
  file: ListedFile;
  load: (signal: AbortSignal) => Promise<Blob>;
  isDownloading?: boolean;
  /** Omitted for a local file. */
  onDownload?: () => void;
  onClose: () => void;
}

/** Previews an image or a PDF. Both are rendered without executing any content of the file. */
export function FilePreview(props: FilePreviewProps) {
  const { file, load, isDownloading, onDownload, onClose } = props;
  const { t } = useTranslation(['instructions', 'shell']);
  return (
    <Dialog isOpen width="wide" title={file.file_name} onClose={onClose}>
      <PreviewContent file={file} load={load} />
      <div className={styles.previewActions}>
        {onDownload && (
          <Button kind="quiet" loading={isDownloading} onClick={onDownload}>
            {t('files.download')}
          </Button>
        )}
        <Button data-autofocus onClick={onClose}>
          {t('shell:actions.close')}
        </Button>
      </div>
    </Dialog>
  );
}

function PreviewContent({ file, load }: Pick<FilePreviewProps, 'file' | 'load'>) {
  const { t } = useTranslation('instructions');
  const query = useQuery({
    queryKey: queryKeys.fileContent(file.id),
    queryFn: ({ signal }) => load(signal),
    staleTime: Number.POSITIVE_INFINITY,
    // File contents must not stay in memory after closing.
    gcTime: 0,
  });
  return (
    <Loaded query={query} lines={8} failed={t('files.previewFailed')}>
      {(content) =>
        file.mime_type === 'application/pdf' ? (
          <PdfView
            content={content}
            waiting={<SkeletonLines lines={8} />}
            failed={(error, retry) => (
              <LoadFailure title={t('files.previewFailed')} error={error} onRetry={retry} />
            )}
          />
        ) : (
          <ImageView file={file} content={content} />
        )
      }
    </Loaded>
  );
}

function ImageView({ file, content }: { file: ListedFile; content: Blob }) {
  const { t } = useTranslation('instructions');
  const [url, setUrl] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(new Blob([content], { type: file.mime_type }));
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [content, file.mime_type]);
  if (isBroken) return <p role="alert">{t('files.imageBroken')}</p>;
  return (
    <div className={styles.stage}>
      {url && (
        <img
          className={styles.image}
          src={url}
          alt={file.file_name}
          onError={() => setBroken(true)}
        />
      )}
    </div>
  );
}

interface PreviewableFilesProps<File extends ListedFile> {
  label: string;
  files: readonly File[];
  load: (file: File, signal?: AbortSignal) => Promise<Blob>;
  onDelete?: ((file: File) => void) | undefined;
  children?: (file: File) => ReactNode;
}

export function PreviewableFiles<File extends ListedFile>(props: PreviewableFilesProps<File>) {
  const { label, files, load, onDelete, children } = props;
  const { busyId, save } = useSaveFile();
  const [previewed, setPreviewed] = useState<File>();
  const download = (file: File) => void save(file.id, file.file_name, () => load(file));
  return (
    <>
      <FileRows label={label}>
        {files.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            isBusy={busyId === file.id}
            onPreview={() => setPreviewed(file)}
            onDownload={() => download(file)}
            onDelete={onDelete && (() => onDelete(file))}
          >
            {children?.(file)}
          </FileRow>
        ))}
      </FileRows>
      {previewed && (
        <FilePreview
          file={previewed}
          load={(signal) => load(previewed, signal)}
          isDownloading={busyId === previewed.id}
          onDownload={() => download(previewed)}
          onClose={() => setPreviewed(undefined)}
        />
      )}
    </>
  );
}
