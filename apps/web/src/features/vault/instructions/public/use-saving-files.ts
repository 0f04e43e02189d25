import { useState } from 'react';
import { saveAs } from '../../../../platform/client/save-as.ts';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';

/** Saves fetched files under their own names, and says so when one does not come. */
export function useSavingFiles() {
  const { t } = useTranslation('instructions');
  const describe = useErrorText();
  const [busyId, setBusyId] = useState<string>();

  async function save(id: string, name: string, load: () => Promise<Blob>) {
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
    /** What is being fetched. */
    busyId,
    save,
  };
}
