import { Envelope } from '../../../interface/drawings/envelope.tsx';
import { KeyWithTag } from '../../../interface/drawings/key-with-tag.tsx';
import { ErrorState } from '../../../interface/error-state.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Page } from '../../../interface/page.tsx';
import { ResultPage } from '../../../interface/result-page.tsx';
import { SkeletonLines } from '../../../interface/skeleton.tsx';
import { type LinkProblem, linkProblemOf } from '../../account/public/link-problem.ts';
import { useMailedLink } from '../../account/public/mailed-link.ts';
import styles from '../invitation.module.css';
import { useStillHere } from './api.ts';
import { StillHereAnswer } from './still-here-answer.tsx';

/** The yearly question, opened from a mail, without an account. Nothing happens until a press. */
export function StillHereScreen() {
  const { t } = useTranslation('still-here');
  const { token } = useMailedLink();
  const query = useStillHere(token);
  const problem = token === undefined ? 'invalid' : linkProblemOf(query.error);

  if (problem) return <DeadLink problem={problem} />;
  if (token !== undefined && query.data) {
    return <StillHereAnswer token={token} question={query.data} />;
  }
  return (
    <Page title={t('title')} tabTitle={t('tabTitle')} drawing={<KeyWithTag />} width="text">
      {query.isError ? (
        <ErrorState
          title={t('loadFailed')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div className={styles.text}>
          <p>{t('loading')}</p>
          <SkeletonLines lines={3} />
        </div>
      )}
    </Page>
  );
}

function DeadLink({ problem }: { problem: LinkProblem }) {
  const { t } = useTranslation('still-here');
  return (
    <ResultPage
      drawing={<Envelope kind="empty" />}
      title={t(`link.${problem}Title`)}
      tabTitle={t('tabTitle')}
      role="status"
    >
      <p>{t(`link.${problem}`)}</p>
      <p>{t('link.ask')}</p>
    </ResultPage>
  );
}
