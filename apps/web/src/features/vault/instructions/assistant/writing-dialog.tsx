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

/** The assistant in a dialog over the form, which keeps its input. */
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
              // Waits until the dialog is closed, because the form then focuses its text.
              requestAnimationFrame(() => insert(draft));
            }}
          />
        </div>
      </Dialog>
    </>
  );
}

/** Loads the assistant and its texts on first use. */
export function LoadedWritingPlace({ onInsert }: { onInsert: (draft: LetterDraft) => void }) {
  const { t } = useTranslation('instructions');
  const query = useQuery({
    queryKey: queryKeys.writingPlace(),
    queryFn: loadWritingPlace,
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

async function loadWritingPlace() {
  const [code, texts] = await Promise.allSettled([
    loadCode(() => import('../../assistant/public/writing-place.tsx')),
    loadTexts('assistant'),
  ]);
  // A failure to load the code takes precedence, because it may be a `MissingCodeError`.
  if (code.status === 'rejected') throw code.reason;
  if (texts.status === 'rejected') throw texts.reason;
  return code.value;
}
