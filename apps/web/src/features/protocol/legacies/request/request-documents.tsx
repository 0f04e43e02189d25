import { ApiError } from '@zavet/contract/client';
import { requestTerms } from '@zavet/contract/protocol/protocol-values';
import type { RequestDocument, RequestView } from '@zavet/contract/protocol/request-endpoints';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { uploadRequestDocument } from '../../../../platform/client/uploads.ts';
import { useInvalidateAfter } from '../../../../platform/queries/invalidation.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { useObservable } from '../../../../platform/state/observable.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { DropZone, RefusedFiles } from '../../../vault/instructions/public/drop-zone.tsx';
import type { RefusedFile } from '../../../vault/instructions/public/file-choice.ts';
import { PreviewableFiles } from '../../../vault/instructions/public/file-preview.tsx';
import { UploadRow } from '../../../vault/instructions/public/upload-row.tsx';
import { type Upload, UploadRunner } from '../../../vault/instructions/public/upload-runner.ts';
import { type NamedFile, sortDocuments } from '../start-rules.ts';
import styles from './request.module.css';

interface RequestDocumentsProps {
  request: RequestView;
  documents: DocumentUploads;
}

/** The documents of a request with pending uploads and the picker. */
export function RequestDocuments({ request, documents }: RequestDocumentsProps) {
  const { t } = useTranslation('requests');
  const describe = useDocumentErrorText();
  const { runner, uploads } = documents;
  const choice = useDocumentChoice((files) => runner.add(request.id, files));
  const pending = uploads.filter(({ state }) => state.kind !== 'done');
  const attached = [...request.documents, ...pending].map(({ file_name, size_bytes }) => ({
    name: file_name,
    size: size_bytes,
  }));
  return (
    <div className={styles.stack}>
      {request.documents.length === 0 && pending.length === 0 && <p>{t('documents.none')}</p>}
      <UploadedDocuments request={request} />
      {pending.length > 0 && (
        <ul className={styles.list} aria-label={t('documents.underWay')}>
          {pending.map((upload) => (
            <UploadRow key={upload.id} upload={upload} runner={runner} describe={describe} />
          ))}
        </ul>
      )}
      <DocumentPicker choice={choice} attached={attached} />
    </div>
  );
}

function UploadedDocuments({ request }: { request: RequestView }) {
  const { t } = useTranslation('requests');
  const [removing, setRemoving] = useState<RequestDocument>();
  if (request.documents.length === 0) return null;
  return (
    <>
      <PreviewableFiles
        label={t('documents.title')}
        files={request.documents}
        load={(document, signal) =>
          api.downloadRequestDocument(
            { params: { id: request.id, document_id: document.id } },
            signal && { signal },
          )
        }
        onDelete={setRemoving}
      />
      <RemoveDialog
        requestId={request.id}
        document={removing}
        onClose={() => setRemoving(undefined)}
      />
    </>
  );
}

interface RemoveDialogProps {
  requestId: string;
  /** The dialog is open while this is set. */
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

/** Document uploads, which continue when the filed request replaces the form. */
export function useDocumentUploads() {
  const { t } = useTranslation('requests');
  const invalidate = useInvalidateAfter('addRequestDocument');
  const [runner] = useState(() => new UploadRunner<RequestDocument>(uploadRequestDocument));
  const onIdle = useEffectEvent((uploads: readonly Upload[]) => {
    const uploaded = uploads.filter(({ state }) => state.kind === 'done');
    void invalidate();
    if (uploaded.length === 0) return;
    toasts.success(t('documents.done', { count: uploaded.length }));
    for (const { id } of uploaded) runner.dismiss(id);
  });
  // Shows each document as soon as its own upload has finished.
  const onDone = useEffectEvent(() => void invalidate());
  useEffect(
    () =>
      runner.listen({
        onDone: () => onDone(),
        // A failure is shown at the file.
        onFailed: () => {},
        onIdle: (uploads) => onIdle(uploads),
      }),
    [runner],
  );
  const uploads = useObservable(runner);
  return { runner, uploads };
}

export type DocumentUploads = ReturnType<typeof useDocumentUploads>;

function useDocumentErrorText(): (error: unknown) => string {
  const { t } = useTranslation(['requests', 'instructions']);
  const describe = useErrorText();
  return (error) => {
    if (!(error instanceof ApiError)) return describe(error);
    if (error.fields['x-file-name']) return t('instructions:files.problems.file_name_too_long');
    // The general text of this error mentions an instruction.
    return error.code === 'file_storage_unavailable' ? t('documents.noStorage') : describe(error);
  };
}

interface DocumentPickerProps {
  choice: DocumentChoice;
  attached: readonly NamedFile[];
}

/** Lets the user choose documents, and lists the refused ones. */
export function DocumentPicker({ choice, attached }: DocumentPickerProps) {
  const { t } = useTranslation('requests');
  const { documents: limit } = requestTerms;
  const isFull = attached.length >= limit;
  return (
    <>
      {isFull ? (
        <p>{t('documents.full', { limit })}</p>
      ) : (
        <DropZone
          rules={t('documents.rules', { limit })}
          onChoose={(files) => choice.choose(files, attached)}
        />
      )}
      <RefusedFiles refused={choice.refused} />
      {choice.overLimit.length > 0 && (
        <Notice kind="error" announced title={t('documents.leftOut', { limit })}>
          {choice.overLimit.join(', ')}
        </Notice>
      )}
    </>
  );
}

/** Checks the chosen files. Problems are shown until the next choice. */
export function useDocumentChoice(onAccepted: (files: readonly File[]) => void) {
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [overLimit, setOverLimit] = useState<readonly string[]>([]);
  return {
    refused,
    /** Names of the files that exceed the limit of documents. */
    overLimit,
    choose: (files: readonly File[], attached: readonly NamedFile[]) => {
      const sorted = sortDocuments(files, attached);
      setRefused(sorted.refused);
      setOverLimit(sorted.overLimit.map(({ name }) => name));
      if (sorted.accepted.length > 0) onAccepted(sorted.accepted);
    },
    clearProblems: () => {
      setRefused([]);
      setOverLimit([]);
    },
  };
}

type DocumentChoice = ReturnType<typeof useDocumentChoice>;
