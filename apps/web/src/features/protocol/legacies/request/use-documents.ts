import type { RequestDocument } from '@zavet/contract/protocol/request-endpoints';
import { useEffect, useEffectEvent, useState } from 'react';
import { uploadRequestDocument } from '../../../../platform/client/uploads.ts';
import { useInvalidateAfter } from '../../../../platform/queries/invalidation.ts';
import { useObservable } from '../../../../platform/state/observable.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { type Upload, UploadRunner } from '../../../vault/instructions/public/upload-runner.ts';

/** Documents on their way to a request. They go on while the form gives way to what was filed. */
export function useDocumentUploads() {
  const { t } = useTranslation('requests');
  const invalidate = useInvalidateAfter('addRequestDocument');
  const [runner] = useState(() => new UploadRunner<RequestDocument>(uploadRequestDocument));
  const onRest = useEffectEvent((uploads: readonly Upload[]) => {
    const arrived = uploads.filter(({ state }) => state.kind === 'done');
    void invalidate();
    if (arrived.length === 0) return;
    toasts.success(t('documents.done', { count: arrived.length }));
    for (const { id } of arrived) runner.dismiss(id);
  });
  // One that has arrived is shown among the others before the rest is there.
  const onDone = useEffectEvent(() => void invalidate());
  useEffect(
    () =>
      runner.tell({
        onDone: () => onDone(),
        // Told at the file itself.
        onFailed: () => {},
        onRest: (uploads) => onRest(uploads),
      }),
    [runner],
  );
  const uploads = useObservable(runner);
  return { runner, uploads };
}

export type DocumentUploads = ReturnType<typeof useDocumentUploads>;
