import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '../../../../ui/button.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';

type Pages = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
>;

/** Below a list: fetches its next page, where there is one. */
export function MorePages({ pages }: { pages: Pages }) {
  const { t } = useTranslation('desk');
  const describe = useErrorText();
  if (!pages.hasNextPage) return null;
  return (
    <>
      {pages.isFetchNextPageError && (
        <Notice kind="error" announced title={t('pages.failed')}>
          {describe(pages.error)}
        </Notice>
      )}
      <div>
        <Button
          kind="quiet"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('pages.more')}
        </Button>
      </div>
    </>
  );
}
