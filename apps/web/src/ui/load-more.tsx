import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from './button.tsx';
import { ErrorState } from './error-state.tsx';
import { SkeletonLines } from './skeleton.tsx';

interface LoadMoreProps {
  query: UseInfiniteQueryResult<unknown>;
  /** Skeleton lines while the first page loads. */
  lines: number;
  failureTitle: string;
  moreLabel: string;
}

/** The foot of a list that is loaded page by page: loading, failure, or a button for the next page. */
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
