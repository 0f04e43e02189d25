import { fileEndingOf, fileTypes } from '@zavet/contract/vault/file-rules';
import { useState } from 'react';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import {
  FileRow,
  FileRows,
  type ShownFile,
} from '../../../vault/instructions/public/file-list.tsx';
import { FilePreview } from '../../../vault/instructions/public/file-preview.tsx';

export interface ChosenDocument {
  id: string;
  file: File;
}

interface ChosenDocumentsProps {
  chosen: readonly ChosenDocument[];
  onRemove: (id: string) => void;
}

/** Documents that go along with the request; they are still on this device only. */
export function ChosenDocuments({ chosen, onRemove }: ChosenDocumentsProps) {
  const { t } = useTranslation('requests');
  const [previewedId, setPreviewedId] = useState<string>();
  const previewed = chosen.find(({ id }) => id === previewedId);
  return (
    <div role="status">
      {chosen.length > 0 && (
        <FileRows label={t('documents.chosen')}>
          {chosen.map((document) => (
            <FileRow
              key={document.id}
              file={shownFile(document)}
              onPreview={() => setPreviewedId(document.id)}
              onDelete={() => onRemove(document.id)}
            />
          ))}
        </FileRows>
      )}
      {previewed && (
        <FilePreview
          file={shownFile(previewed)}
          load={async () => previewed.file}
          onClose={() => setPreviewedId(undefined)}
        />
      )}
    </div>
  );
}

/** By the ending of its name, as the server will look at it; some browsers know no other type. */
function shownFile({ id, file }: ChosenDocument): ShownFile {
  const ending = fileEndingOf(file.name);
  const mime_type = ending ? fileTypes[ending] : file.type;
  return { id, file_name: file.name, size_bytes: file.size, mime_type };
}
