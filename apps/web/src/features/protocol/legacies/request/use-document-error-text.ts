import { ApiError } from '@zavet/contract/client';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

/** Why a document did not arrive, in a sentence. */
export function useDocumentErrorText(): (error: unknown) => string {
  const { t } = useTranslation(['requests', 'instructions']);
  const describe = useErrorText();
  return (error) => {
    if (!(error instanceof ApiError)) return describe(error);
    if (error.fields['x-file-name']) return t('instructions:files.problems.file_name_too_long');
    // The words of the other screens speak of an instruction.
    return error.code === 'file_storage_unavailable' ? t('documents.noStorage') : describe(error);
  };
}
