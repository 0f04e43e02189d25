import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import type { RequestView } from '@zavet/contract/protocol/request-endpoints';
import { Card, SectionCard } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { useRequest } from '../legacy-queries.ts';
import styles from './request.module.css';
import { RequestDocuments } from './request-documents.tsx';
import type { DocumentUploads } from './use-documents.ts';
import { RequestSteps } from './what-follows.tsx';
import { WithdrawRequest } from './withdraw.tsx';

interface FiledRequestProps {
  id: string;
  legacy: LegacyView;
  documents: DocumentUploads;
  /** It was filed just now, on this page. */
  isFresh: boolean;
  onWithdrawn: () => void;
}

/** A request that is with the operators: what was written, and its documents, more of which can come. */
export function FiledRequest({ id, legacy, documents, isFresh, onWithdrawn }: FiledRequestProps) {
  const { t } = useTranslation('requests');
  const formats = useFormats();
  const query = useRequest(id);
  const request = query.data?.request;
  if (!request) {
    return (
      <Card>
        {query.isError ? (
          <ErrorState
            title={t('loadFailed')}
            error={query.error}
            isRetrying={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <SkeletonLines lines={6} />
        )}
      </Card>
    );
  }
  return (
    <>
      <Notice
        kind="success"
        announced={isFresh}
        takesFocus={isFresh}
        title={t('requested.title', { date: formats.dateTime(request.filed_at) })}
      >
        <p>{t('requested.text')}</p>
        {request.answer_by && <p>{t('answerBy', { day: formats.day(request.answer_by) })}</p>}
      </Notice>
      <SectionCard title={t('documents.title')}>
        <p className={styles.quiet}>{t('documents.more')}</p>
        <RequestDocuments request={request} documents={documents} />
      </SectionCard>
      <Explanation request={request} />
      <RequestSteps legacy={legacy} />
      {legacy.activation?.id === id && <WithdrawRequest legacy={legacy} onDone={onWithdrawn} />}
    </>
  );
}

function Explanation({ request }: { request: RequestView }) {
  const { t } = useTranslation('requests');
  if (request.explanation === null) return null;
  return (
    <Card>
      <Heading level={2}>{t('written')}</Heading>
      <p className={styles.explanation}>{request.explanation}</p>
    </Card>
  );
}
