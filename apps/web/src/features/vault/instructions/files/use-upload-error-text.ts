import { ApiError } from '@zavet/contract/client';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { spaceNumbers } from '../public/file-choice.ts';

/** Why a file could not be attached, in a sentence. */
export function useUploadErrorText(): (error: unknown) => string {
  const { t } = useTranslation('instructions');
  const describe = useErrorText();
  const formats = useFormats();
  return (error) => {
    if (!(error instanceof ApiError)) return describe(error);
    if (error.fields['x-file-name']) return t('files.problems.file_name_too_long');
    const { attempted_mb, available_mb, limit_mb } = error.facts;
    if (error.code !== 'storage_limit_exceeded') return describe(error);
    const space = spaceNumbers(Number(attempted_mb), Number(available_mb));
    return t('files.notEnoughSpace', {
      attempted: formats.megabytes(space.attempted),
      available: formats.megabytes(space.available),
      limit: formats.megabytes(Number(limit_mb)),
    });
  };
}
