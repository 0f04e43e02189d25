import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { ErrorState } from './error-state.tsx';
import { useTranslation } from './language/use-translation.ts';
import { Skeleton, SkeletonLines } from './loading.tsx';

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'error' | 'isFetching' | 'refetch'>;
  /** Number of skeleton lines. */
  lines?: number;
  /** Title of the error. */
  failed?: string;
  children: (data: Data) => ReactNode;
}

/** Skeleton lines while loading, an error with retry, else the content. */
export function Loaded<Data>({ query, lines, failed, children }: LoadedProps<Data>) {
  const { t } = useTranslation('shell');
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <SkeletonLines lines={lines} />;
  return (
    <ErrorState
      title={failed ?? t('failure.loading')}
      error={query.error}
      isRetrying={query.isFetching}
      onRetry={() => query.refetch()}
    />
  );
}

interface LoadMoreProps {
  query: UseInfiniteQueryResult<unknown>;
  /** Skeleton lines while the first page loads. */
  lines: number;
  failureTitle: string;
  moreLabel: string;
}

/** The end of a list that is loaded page by page: loading, error, or a button for the next page. */
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

interface WaitForQueriesProps {
  queries: readonly Pick<UseQueryResult, 'isPending'>[];
  /** Placeholder; two skeleton cards by default. */
  waiting?: ReactNode;
  children: ReactNode;
}

const twoCards = (
  <>
    <SkeletonCard hasAction />
    <SkeletonCard lines={4} hasAction />
  </>
);

/** Shows a placeholder until every query has settled, so that buttons do not move afterwards. */
export function WaitForQueries({ queries, waiting = twoCards, children }: WaitForQueriesProps) {
  const [haveArrived, setHaveArrived] = useState(false);
  const arrived = haveArrived || !queries.some(({ isPending }) => isPending);
  // Afterwards each child handles its own loading and retries in place.
  if (arrived !== haveArrived) setHaveArrived(arrived);
  return arrived ? children : waiting;
}

interface SkeletonCardProps {
  lines?: number;
  /** True if the card has a button at the bottom. */
  hasAction?: boolean;
}

/** The placeholder of a card with a heading. */
export function SkeletonCard({ lines = 2, hasAction }: SkeletonCardProps) {
  return (
    <Card>
      <Skeleton width="min(40%, 240px)" height="32px" />
      <SkeletonLines lines={lines} />
      {hasAction && <Skeleton width="192px" height="48px" />}
    </Card>
  );
}
