import { type ReactNode, useState } from 'react';
import { FilePreview } from './file-preview.tsx';
import { FileRow, FileRows, type ShownFile } from './file-row.tsx';
import { useSavingFiles } from './use-saving-files.ts';

interface ShownFilesProps<File extends ShownFile> {
  label: string;
  files: readonly File[];
  load: (file: File, signal?: AbortSignal) => Promise<Blob>;
  onDelete?: (file: File) => void;
  /** What else is to be said of a file. */
  children?: (file: File) => ReactNode;
}

/** Files that can be looked at and saved, of an instruction or of a request. */
export function ShownFiles<File extends ShownFile>(props: ShownFilesProps<File>) {
  const { label, files, load, onDelete, children } = props;
  const { busyId, save } = useSavingFiles();
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
