import { KeyWithTag } from '../../../ui/drawings/key-with-tag.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Page } from '../../../ui/page.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import styles from './invitation.module.css';

/** Subjects of the texts of questions that are mailed to a contact. */
export type QuestionSubject = 'invitation' | 'still-here';

interface QuestionPageProps {
  subject: QuestionSubject;
  query: { isError: boolean; error: unknown; isFetching: boolean; refetch(): unknown };
}

/** Until the question of a mailed link is there. */
export function QuestionPage({ subject, query }: QuestionPageProps) {
  const { t } = useTranslation<QuestionSubject>(subject);
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
