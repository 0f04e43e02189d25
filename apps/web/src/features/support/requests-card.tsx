import type { UseQueryResult } from '@tanstack/react-query';
import type { SupportView } from '@zavet/contract/support/support-endpoints';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../interface/button.tsx';
import { ErrorState } from '../../interface/error-state.tsx';
import { SectionCard } from '../../interface/section-card.tsx';
import { SkeletonLines } from '../../interface/skeleton.tsx';
import { RequestItem } from './request-item.tsx';
import styles from './support.module.css';

const shownAtFirst = 5;

export function RequestsCard({ query }: { query: UseQueryResult<SupportView> }) {
  const { t } = useTranslation('support');
  const support = query.data;
  return (
    <SectionCard title={t('requests.title')}>
      {support && support.requests.length > 0 && <RequestList support={support} />}
      {support?.requests.length === 0 && <p className={styles.quiet}>{t('requests.none')}</p>}
      {!support && query.isError && (
        <ErrorState
          title={t('loadFailed')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      {!support && !query.isError && <SkeletonLines lines={3} />}
    </SectionCard>
  );
}

function RequestList({ support }: { support: SupportView }) {
  const { t } = useTranslation('support');
  const [isWhole, setWhole] = useState(false);
  const listId = useId();
  const { requests, support_email } = support;
  const shown = isWhole ? requests : requests.slice(0, shownAtFirst);
  return (
    <>
      <ul id={listId} className={styles.requests}>
        {shown.map((request) => (
          <RequestItem key={request.id} request={request} supportEmail={support_email} />
        ))}
      </ul>
      {requests.length > shownAtFirst && (
        <div>
          <Button
            kind="quiet"
            aria-expanded={isWhole}
            aria-controls={listId}
            onClick={() => setWhole(!isWhole)}
          >
            {t(isWhole ? 'requests.less' : 'requests.more')}
          </Button>
        </div>
      )}
    </>
  );
}
