import { requestTerms } from '@zavet/contract/protocol/protocol-values';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { DropZone, RefusedFiles } from '../../../vault/instructions/public/drop-zone.tsx';
import type { DocumentChoice } from './use-document-choice.ts';

interface DocumentPickerProps {
  choice: DocumentChoice;
  present: readonly { name: string; size: number }[];
}

/** Where documents are chosen, and which of them were not taken. */
export function DocumentPicker({ choice, present }: DocumentPickerProps) {
  const { t } = useTranslation('requests');
  const { documents: limit } = requestTerms;
  const isFull = present.length >= limit;
  return (
    <>
      {isFull ? (
        <p>{t('documents.full', { limit })}</p>
      ) : (
        <DropZone
          rules={t('documents.rules', { limit })}
          onChoose={(files) => choice.choose(files, present)}
        />
      )}
      <RefusedFiles refused={choice.refused} />
      {choice.leftOut.length > 0 && (
        <Notice kind="error" announced title={t('documents.leftOut', { limit })}>
          {choice.leftOut.join(', ')}
        </Notice>
      )}
    </>
  );
}
