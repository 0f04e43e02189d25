import type { FileView } from '@zavet/contract/instructions/instruction-schemas';
import { useState } from 'react';
import { useErrorText } from '../../../interface/error-text.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { toasts } from '../../../interface/toasts.tsx';
import { api } from '../../../platform/client/api.ts';
import { saveAs } from '../../../platform/client/save-as.ts';

/** Saves files of an instruction under their own names. */
export function useDownload() {
  const { t } = useTranslation('instructions');
  const describe = useErrorText();
  const [busyId, setBusyId] = useState<string>();

  async function run(id: string, name: string, load: () => Promise<Blob>) {
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
    /** The file, or the instruction whose files are being fetched. */
    busyId,
    download: (file: FileView) =>
      run(file.id, file.file_name, () => api.downloadFile({ params: { id: file.id } })),
    downloadAll: (instructionId: string, title: string) =>
      run(instructionId, `${title}.zip`, () =>
        api.downloadFiles({ params: { id: instructionId } }),
      ),
  };
}
