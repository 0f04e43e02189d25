import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Page } from '../../../ui/page.tsx';
import { ResultPage } from '../../../ui/result-page.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { type LinkProblem, linkProblemOf } from '../../identity/account/public/link-problem.ts';
import { useMailedLink } from '../../identity/account/public/mailed-link.ts';
import { useCheckIn } from './api.ts';
import { CheckInAnswer } from './check-in-answer.tsx';

/** Opened from a check-in mail. Opening it changes nothing: programs open links as well. */
export function CheckInScreen() {
  const { t } = useTranslation('presence');
  const { token } = useMailedLink();
  const query = useCheckIn(token);
  const problem = token === undefined ? 'invalid' : linkProblemOf(query.error);

  if (problem) return <UnusableLink problem={problem} />;
  if (token !== undefined && query.data) {
    return (
      <CheckInAnswer
        token={token}
        checkIn={query.data}
        renderProblem={(found) => <UnusableLink problem={found} />}
      />
    );
  }
  return (
    <Page title={t('page.title')} tabTitle={t('page.tabTitle')} width="text">
      {query.isError ? (
        <ErrorState
          title={t('page.loadFailed')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Card>
          <p>{t('page.loading')}</p>
          <SkeletonLines lines={4} />
        </Card>
      )}
    </Page>
  );
}

function UnusableLink({ problem }: { problem: LinkProblem }) {
  const { t } = useTranslation('presence');
  return (
    <ResultPage
      drawing={<Envelope kind="empty" />}
      title={t(`link.${problem}Title`)}
      tabTitle={t('page.tabTitle')}
      lead={t(`link.${problem}`)}
      actions={<ButtonLink to="/dashboard">{t('link.toAccount')}</ButtonLink>}
    >
      <p>{t('link.signIn')}</p>
    </ResultPage>
  );
}
