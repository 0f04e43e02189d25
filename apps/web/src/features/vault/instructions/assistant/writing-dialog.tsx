import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { Button } from '../../../../ui/button.tsx';
import { classes } from '../../../../ui/classes.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import iconButton from '../../../../ui/icon-button.module.css';
import { IconX } from '../../../../ui/icons.tsx';
import { loadTexts } from '../../../../ui/language/i18n.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import type { LetterDraft } from '../../assistant/public/letter-draft.ts';
import { LoadFailure, loadCode } from '../lazy-code.tsx';
import { useInsertDraft } from './insertion.tsx';
import styles from './writing-dialog.module.css';

/** The assistant over a form, which keeps everything that was typed and chosen in it. */
export function WritingDialog() {
  const { t } = useTranslation(['instructions', 'shell']);
  const insert = useInsertDraft();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button kind="plain" onClick={() => setOpen(true)}>
        {t('assistant.help')}
      </Button>
      <Dialog isOpen={isOpen} title={t('assistant.title')} width="full" onClose={close}>
        <button
          type="button"
          className={classes(iconButton.button, styles.close)}
          aria-label={t('shell:actions.close')}
          onClick={close}
        >
          <IconX size={24} aria-hidden />
        </button>
        <div className={styles.place}>
          <LoadedWritingPlace
            onInsert={(draft) => {
              close();
              // Once the form can be reached again: it takes the focus to the text.
              requestAnimationFrame(() => insert(draft));
            }}
          />
        </div>
      </Dialog>
    </>
  );
}

/** The assistant and its texts are fetched when it is first shown: the list and the form do not wait for them. */
export function LoadedWritingPlace({ onInsert }: { onInsert: (draft: LetterDraft) => void }) {
  const { t } = useTranslation('instructions');
  const query = useQuery({
    queryKey: queryKeys.writingPlace(),
    queryFn: loadPlace,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.isError) {
    return (
      <LoadFailure
        title={t('assistant.loadFailed')}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => query.refetch()}
      />
    );
  }
  if (!query.data) return <SkeletonLines lines={6} />;
  const { WritingPlace } = query.data;
  return <WritingPlace onInsert={onInsert} />;
}

async function loadPlace() {
  const [place, texts] = await Promise.allSettled([
    loadCode(() => import('../../assistant/public/writing-place.tsx')),
    loadTexts('assistant'),
  ]);
  // Of two failures that of the place says more: its code may be gone.
  if (place.status === 'rejected') throw place.reason;
  if (texts.status === 'rejected') throw texts.reason;
  return place.value;
}
