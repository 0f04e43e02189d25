import { useRef } from 'react';
import { useInvalidateAfter } from '../../../platform/queries/invalidation.ts';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import { archiveUpload, isStopped } from './archive-upload.ts';

/** Lets an archive be chosen, and sends it. */
export function ChooseArchive({ label }: { label: string }) {
  const { t } = useTranslation('own-data');
  const describe = useErrorText();
  const invalidate = useInvalidateAfter('beginImport');
  const input = useRef<HTMLInputElement>(null);

  async function send(archive: File | undefined) {
    if (!archive) return;
    try {
      await archiveUpload.send(archive);
    } catch (error) {
      if (!isStopped(error)) toasts.error(`${t('import.sendFailed')}. ${describe(error)}`);
    } finally {
      await invalidate();
    }
  }

  return (
    <div>
      <Button kind="quiet" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".zip,application/zip"
        aria-label={label}
        onChange={(event) => {
          void send(event.currentTarget.files?.[0]);
          // Else the same file could not be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
