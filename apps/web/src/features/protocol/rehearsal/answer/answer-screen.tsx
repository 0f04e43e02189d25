import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Page } from '../../../../ui/page.tsx';
import { ResultPage } from '../../../../ui/result-page.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { linkProblemOf } from '../../../identity/account/public/link-problem.ts';
import { useMailedLink } from '../../../identity/account/public/mailed-link.ts';
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
