import { useSearch } from '@tanstack/react-router';
import { ButtonLink } from '../../../interface/button.tsx';
import { ErrorState } from '../../../interface/error-state.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Page } from '../../../interface/page.tsx';
import { SkeletonLines } from '../../../interface/skeleton.tsx';
import { ProtocolCard } from '../../protocol/public/protocol-card.tsx';
import { useInstructions } from '../api/instructions.ts';
import { deliveryStageOf } from '../closed.ts';
import styles from './mail.module.css';
import { MailDetail } from './mail-detail.tsx';
import { mailFolderOf } from './mail-folders.ts';
import { MailList } from './mail-list.tsx';

/** The instructions as mails: those that wait for their day, and those that have gone out. */
export function MailScreen() {
  const { t } = useTranslation('mail');
  const { folder: wanted, message } = useSearch({ strict: false });
  const folder = mailFolderOf(wanted);
  const query = useInstructions();
  const titleOf = (id: string) =>
    query.data?.instructions.find((mail) => mail.id === id)?.title ?? undefined;
  return (
    <Page title={t('title')} lead={t('lead')}>
      <div>
        <ButtonLink to="/instructions" kind="quiet">
          {t('toInstructions')}
        </ButtonLink>
      </div>
      {query.data?.instructions.some((mail) => deliveryStageOf(mail) !== 'open') && (
        <div className={styles.protocol} data-reading={message !== undefined || undefined}>
          <ProtocolCard titleOf={titleOf} />
        </div>
      )}
      {query.isPending && <SkeletonLines lines={8} />}
      {query.isError && !query.data && (
        <ErrorState
          title={t('loadFailed')}
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      )}
      {query.data && (
        <div className={styles.columns} data-reading={message !== undefined || undefined}>
          <MailList mails={query.data.instructions} folder={folder} chosenId={message} />
          <div className={styles.detail}>
            {message === undefined ? (
              <p className={styles.nothingChosen}>{t('noSelection')}</p>
            ) : (
              <MailDetail key={message} id={message} folder={folder} />
            )}
          </div>
        </div>
      )}
    </Page>
  );
}
