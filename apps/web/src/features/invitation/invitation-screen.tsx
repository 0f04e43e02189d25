import { KeyWithTag } from '../../interface/drawings/key-with-tag.tsx';
import { ErrorState } from '../../interface/error-state.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { Page } from '../../interface/page.tsx';
import { SkeletonLines } from '../../interface/skeleton.tsx';
import { linkProblemOf } from '../account/public/link-problem.ts';
import { useMailedLink } from '../account/public/mailed-link.ts';
import { useInvitation } from './api.ts';
import styles from './invitation.module.css';
import { InvitationAnswer } from './invitation-answer.tsx';
import { LinkProblemPage } from './link-problem-page.tsx';

/** Opened from a mail, often without an account and on a phone. */
export function InvitationScreen() {
  const { t } = useTranslation('invitation');
  const { token } = useMailedLink();
  const query = useInvitation(token);
  const problem = token === undefined ? 'invalid' : linkProblemOf(query.error);

  if (problem) return <LinkProblemPage problem={problem} />;
  if (token !== undefined && query.data) {
    return <InvitationAnswer token={token} invitation={query.data} />;
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
          <SkeletonLines lines={4} />
        </div>
      )}
    </Page>
  );
}
