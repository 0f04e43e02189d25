import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import { loadTexts } from '../../../../ui/language/i18n.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import type { InsertedDraft } from '../../assistant/public/inserted-draft.ts';
import { fetched } from '../fetched.ts';
import { PartFailure } from '../part-failure.tsx';

/** The assistant and its texts are fetched when it is first shown: the list and the form do not wait for them. */
export function LoadedWritingPlace({ onInsert }: { onInsert: (draft: InsertedDraft) => void }) {
  const { t } = useTranslation('instructions');
  const query = useQuery({
    queryKey: queryKeys.writingPlace(),
    queryFn: loadPlace,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (query.isError) {
    return (
      <PartFailure
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
    fetched(() => import('../../assistant/public/writing-place.tsx')),
    loadTexts('assistant'),
  ]);
  // Of two failures that of the place says more: its code may be gone.
  if (place.status === 'rejected') throw place.reason;
  if (texts.status === 'rejected') throw texts.reason;
  return place.value;
}
