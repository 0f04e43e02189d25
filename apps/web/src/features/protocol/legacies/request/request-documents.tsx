import type { RequestDocument, RequestView } from '@zavet/contract/protocol/request-endpoints';
import { useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { ShownFiles } from '../../../vault/instructions/public/file-preview.tsx';
import { UploadRow } from '../../../vault/instructions/public/upload-row.tsx';
import { DocumentPicker } from './document-picker.tsx';
import styles from './request.module.css';
import { useDocumentChoice } from './use-document-choice.ts';
import { useDocumentErrorText } from './use-document-error-text.ts';
import type { DocumentUploads } from './use-documents.ts';

interface RequestDocumentsProps {
  request: RequestView;
  documents: DocumentUploads;
}

/** The documents of a request, those on their way to it, and the way to add more. */
export function RequestDocuments({ request, documents }: RequestDocumentsProps) {
  const { t } = useTranslation('requests');
  const describe = useDocumentErrorText();
  const { runner, uploads } = documents;
  const choice = useDocumentChoice((files) => runner.add(request.id, files));
  const underWay = uploads.filter(({ state }) => state.kind !== 'done');
  const present = [...request.documents, ...underWay].map(({ file_name, size_bytes }) => ({
    name: file_name,
    size: size_bytes,
  }));
  return (
    <div className={styles.stack}>
      {request.documents.length === 0 && underWay.length === 0 && <p>{t('documents.none')}</p>}
      <UploadedDocuments request={request} />
      {underWay.length > 0 && (
        <ul className={styles.list} aria-label={t('documents.underWay')}>
          {underWay.map((upload) => (
            <UploadRow key={upload.id} upload={upload} runner={runner} describe={describe} />
          ))}
        </ul>
      )}
      <DocumentPicker choice={choice} present={present} />
    </div>
  );
}

function UploadedDocuments({ request }: { request: RequestView }) {
  const { t } = useTranslation('requests');
  const [leaving, setLeaving] = useState<RequestDocument>();
  if (request.documents.length === 0) return null;
  return (
    <>
      <ShownFiles
        label={t('documents.title')}
        files={request.documents}
        load={(document, signal) =>
          api.downloadRequestDocument(
            { params: { id: request.id, document_id: document.id } },
            signal && { signal },
          )
        }
        onDelete={setLeaving}
      />
      <RemoveDialog
        requestId={request.id}
        document={leaving}
        onClose={() => setLeaving(undefined)}
      />
    </>
  );
}

interface RemoveDialogProps {
  requestId: string;
  /** Asked about when given. */
  document: RequestDocument | undefined;
  onClose: () => void;
}

function RemoveDialog({ requestId, document, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('requests');
  const describe = useErrorText();
  const remove = useMutationOf('removeRequestDocument');
  const name = document?.file_name ?? '';

  function confirm() {
    if (!document) return;
    remove.mutate(
      { params: { id: requestId, document_id: document.id } },
      {
        onSuccess: () => toasts.success(t('documents.removed', { name })),
        onError: (error) =>
          toasts.error(t('documents.removeFailed', { name, reason: describe(error) })),
        onSettled: onClose,
      },
    );
  }

  return (
    <ConfirmDialog
      isOpen={document !== undefined}
      title={t('documents.removeTitle')}
      confirmLabel={t('documents.remove')}
      cancelLabel={t('documents.keep')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {t('documents.removeText', { name })}
    </ConfirmDialog>
  );
}
