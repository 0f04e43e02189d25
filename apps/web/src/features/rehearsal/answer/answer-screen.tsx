import { Envelope } from '../../../interface/drawings/envelope.tsx';
import { ErrorState } from '../../../interface/error-state.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Page } from '../../../interface/page.tsx';
import { ResultPage } from '../../../interface/result-page.tsx';
import { SkeletonLines } from '../../../interface/skeleton.tsx';
import { linkProblemOf } from '../../account/public/link-problem.ts';
import { useMailedLink } from '../../account/public/mailed-link.ts';
import styles from '../rehearsal.module.css';
import { useRehearsalLink } from './api.ts';
import { RehearsalAnswer } from './rehearsal-answer.tsx';

/** Opened from a test mail, without an account. Nothing happens until a press. */
export function RehearsalAnswerScreen() {
  const { t } = useTranslation('rehearsal');
  const { token } = useMailedLink();
  const query = useRehearsalLink(token);

  if (token === undefined || linkProblemOf(query.error)) return <DeadLink />;
  if (query.data) {
    return (
      <RehearsalAnswer token={token} question={query.data} renderProblem={() => <DeadLink />} />
    );
  }
  return (
    <Page
      title={t('answer.title')}
      tabTitle={t('answer.tabTitle')}
      drawing={<Envelope kind="sealed" />}
      width="text"
    >
      {query.isError ? (
        <ErrorState
          title={t('answer.loadFailed')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div className={styles.text}>
          <p>{t('answer.loading')}</p>
          <SkeletonLines lines={3} />
        </div>
      )}
    </Page>
  );
}

function DeadLink() {
  const { t } = useTranslation('rehearsal');
  return (
    <ResultPage
      drawing={<Envelope kind="empty" />}
      title={t('answer.linkTitle')}
      tabTitle={t('answer.tabTitle')}
      role="status"
    >
      <p>{t('answer.link')}</p>
      <p>{t('answer.linkAsk')}</p>
    </ResultPage>
  );
}
