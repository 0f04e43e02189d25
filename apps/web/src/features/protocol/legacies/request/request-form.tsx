import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { requestTerms } from '@zavet/contract/protocol/protocol-values';
import { fileEndingOf, fileTypes } from '@zavet/contract/vault/file-rules';
import { useId, useState } from 'react';
import { endpointQuery } from '../../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { privateStorage } from '../../../../platform/storage/private-storage.ts';
import { useStoredDraft } from '../../../../platform/storage/use-stored-draft.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card, SectionCard } from '../../../../ui/card.tsx';
import { TextAreaField } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import {
  FileRow,
  FileRows,
  type ListedFile,
} from '../../../vault/instructions/public/file-list.tsx';
import { FilePreview } from '../../../vault/instructions/public/file-preview.tsx';
import legacyStyles from '../legacies.module.css';
import { nameOf } from '../legacy-stage.ts';
import { useDuration } from '../use-duration.ts';
import styles from './request.module.css';
import { DocumentPicker, useDocumentChoice } from './request-documents.tsx';

interface RequestFormProps {
  legacy: LegacyView;
  userId: string;
  /** Called when the request is filed; its documents must still be uploaded. */
  onFiled: (requestId: string, documents: readonly File[]) => void;
}

/** The explanation and documents of a new request. */
export function RequestForm(props: RequestFormProps) {
  const { legacy } = props;
  const { t } = useTranslation('requests');
  const formats = useFormats();
  const counterId = useId();
  const { form, choice, chosen, removeChosen, isRestored, hasRoom } = useRequestForm(props);
  const used = form.values.explanation.length;
  const { explanationMaxLength: limit } = requestTerms;
  const hasInput = form.values.explanation.trim() !== '' || chosen.length > 0;
  return (
    <>
      <Card>
        <Form {...form.formProps}>
          {legacy.request && <p>{t(`reasons.${legacy.request.reason}`)}</p>}
          {isRestored && <Notice>{t('form.restored')}</Notice>}
          <div>
            <TextAreaField
              {...form.field('explanation')}
              label={t('form.explanation')}
              help={t('form.explanationHelp')}
              className={styles.text}
              aria-required
              aria-describedby={counterId}
            />
            <p id={counterId} className={styles.counter} data-over={used > limit || undefined}>
              {t('form.counter', { used: formats.number(used), limit: formats.number(limit) })}
            </p>
          </div>
          <div className={styles.stack}>
            <Heading level={2} size="row">
              {t('documents.title')}
            </Heading>
            <p className={styles.quiet}>{t('documents.which')}</p>
            <ChosenDocuments chosen={chosen} onRemove={removeChosen} />
            <DocumentPicker choice={choice} attached={chosen.map(({ file }) => file)} />
          </div>
          <FormFailure failure={form.failure} title={t('form.failed')} />
          <div>
            <Button type="submit" loading={form.isBusy}>
              {t('form.submit')}
            </Button>
          </div>
        </Form>
      </Card>
      <RequestSteps legacy={legacy} />
      <LeaveGuard
        isChanged={hasInput}
        title={t('form.leaveTitle')}
        text={chosen.length > 0 ? t('form.leaveDocuments') : hasRoom ? t('form.leave') : undefined}
        signOutText={t('form.leaveSignOut')}
      />
    </>
  );
}

/** The state of the form. The text is stored in this browser until the request is filed. */
function useRequestForm({ legacy, userId, onFiled }: RequestFormProps) {
  const { user_id: deceased_user_id, trusted_contact_id } = legacy;
  const fileRequest = useMutationOf('fileRequest', {
    show: (client, filed) => {
      const { queryKey } = endpointQuery('getRequest', { params: { id: filed.request.id } });
      client.setQueryData(queryKey, filed);
    },
  });
  const storageKey = `request-${trusted_contact_id}`;
  const [stored] = useState(() => privateStorage.find(userId, storageKey));
  const [chosen, setChosen] = useState<readonly ChosenDocument[]>([]);
  const choice = useDocumentChoice((files) =>
    setChosen((previous) => [
      ...previous,
      ...files.map((file) => ({ id: crypto.randomUUID(), file })),
    ]),
  );
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/protocol/request-endpoints')).requestInput,
    initialValues: { explanation: stored ?? '' },
    toInput: ({ explanation }) => ({ explanation, deceased_user_id, trusted_contact_id }),
    submit: async (body) => {
      const { request } = await fileRequest.mutateAsync({ body });
      storedDraft.finish();
      onFiled(
        request.id,
        chosen.map(({ file }) => file),
      );
    },
  });
  const { explanation } = form.values;
  const storedDraft = useStoredDraft({
    draft: explanation.trim() ? explanation : undefined,
    wasRestored: stored !== undefined,
    keep: (text: string) => privateStorage.keep(userId, storageKey, text),
    forget: () => privateStorage.forget(userId, storageKey),
  });
  return {
    form,
    choice,
    chosen,
    removeChosen: (id: string) => {
      setChosen((previous) => previous.filter((document) => document.id !== id));
      choice.clearProblems();
    },
    isRestored: stored !== undefined,
    hasRoom: storedDraft.hasRoom,
  };
}

interface ChosenDocument {
  id: string;
  file: File;
}

interface ChosenDocumentsProps {
  chosen: readonly ChosenDocument[];
  onRemove: (id: string) => void;
}

/** Chosen documents, not uploaded yet. */
function ChosenDocuments({ chosen, onRemove }: ChosenDocumentsProps) {
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
              file={fileInfoOf(document)}
              onPreview={() => setPreviewedId(document.id)}
              onDelete={() => onRemove(document.id)}
            />
          ))}
        </FileRows>
      )}
      {previewed && (
        <FilePreview
          file={fileInfoOf(previewed)}
          load={async () => previewed.file}
          onClose={() => setPreviewedId(undefined)}
        />
      )}
    </div>
  );
}

/** Derives the type from the file extension, as the server does: some browsers report none. */
function fileInfoOf({ id, file }: ChosenDocument): ListedFile {
  const ending = fileEndingOf(file.name);
  const mime_type = ending ? fileTypes[ending] : file.type;
  return { id, file_name: file.name, size_bytes: file.size, mime_type };
}

const dayMs = 24 * 60 * 60 * 1000;

/** The steps between the request and the release. */
export function RequestSteps({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('requests');
  const formats = useFormats();
  const duration = useDuration();
  const { waiting_hours: hours, answer_by } = legacy;
  return (
    <SectionCard title={t('next.title')}>
      <ol className={legacyStyles.steps}>
        <li>
          {t('next.review')}
          {answer_by && ` ${t('answerBy', { day: formats.day(answer_by) })}`}
        </li>
        <li>{t('next.owner', { name: nameOf(legacy) })}</li>
        {legacy.needs_agreement && <li>{t('next.agreement')}</li>}
        <li>{t('next.payment', { price: formats.rubles(legacy.activation_price) })}</li>
        <li>
          {hours > 0 ? t('next.waiting', { duration: duration(hours) }) : t('next.noWaiting')}
        </li>
      </ol>
      <p className={legacyStyles.quiet}>
        {t('next.kept', { days: requestTerms.papersKept / dayMs })}
      </p>
    </SectionCard>
  );
}
