import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { useTranslation } from './language/use-translation.ts';
import { SkeletonLines } from './skeleton.tsx';

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'error' | 'isFetching' | 'refetch'>;
  /** Lines of the skeleton. */
  lines?: number;
  children: (data: Data) => ReactNode;
}

/** Skeleton lines while loading, an error with retry, else the content. */
export function Loaded<Data>({ query, lines, children }: LoadedProps<Data>) {
  const { t } = useTranslation('shell');
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <SkeletonLines lines={lines} />;
  return (
    <ErrorState
      title={t('failure.loading')}
      error={query.error}
      isRetrying={query.isFetching}
      onRetry={() => query.refetch()}
    />
  );
}
