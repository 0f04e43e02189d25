import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from './button.tsx';
import { ErrorState } from './error-state.tsx';
import { SkeletonLines } from './skeleton.tsx';

interface LoadMoreProps {
  query: UseInfiniteQueryResult<unknown>;
  /** How many lines stand for the first page while it is read. */
  lines: number;
  failureTitle: string;
  moreLabel: string;
}

/** What stands below a list that is read page by page: it loads, it failed, or there is more. */
export function LoadMore({ query, lines, failureTitle, moreLabel }: LoadMoreProps) {
  if (query.isPending) return <SkeletonLines lines={lines} />;
  if (query.isError) {
    return (
      <ErrorState
        title={failureTitle}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => (query.data ? query.fetchNextPage() : query.refetch())}
      />
    );
  }
  if (!query.hasNextPage) return null;
  return (
    <div>
      <Button
        kind="quiet"
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {moreLabel}
      </Button>
    </div>
  );
}
