import { Card } from '../../../interface/card.tsx';
import { ErrorState } from '../../../interface/error-state.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import { Page } from '../../../interface/page.tsx';
import { SkeletonLines } from '../../../interface/skeleton.tsx';
import { type LinkProblem, linkProblemOf } from '../../account/public/link-problem.ts';
import { useMailedLink } from '../../account/public/mailed-link.ts';
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
    <Page title={t('title')} tabTitle={t('tabTitle')} width="text">
      {query.isError ? (
        <ErrorState
          title={t('loadFailed')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Card>
          <p>{t('loading')}</p>
          <SkeletonLines lines={3} />
        </Card>
      )}
    </Page>
  );
}

function DeadLink({ problem }: { problem: LinkProblem }) {
  const { t } = useTranslation('still-here');
  return (
    <Page title={t(`link.${problem}Title`)} tabTitle={t('tabTitle')} width="text">
      <Card>
        <Notice kind="warning" announced>
          {t(`link.${problem}`)}
        </Notice>
        <p>{t('link.ask')}</p>
      </Card>
    </Page>
  );
}
