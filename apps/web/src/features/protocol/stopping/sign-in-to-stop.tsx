import type { StopView } from '@zavet/contract/protocol/stop-endpoints';
import { ButtonLink } from '../../../interface/button.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import { Page } from '../../../interface/page.tsx';
import { byUrgency } from './attempt-rules.ts';
import { AttemptThread } from './attempt-thread.tsx';
import styles from './stopping.module.css';

/** It rests on a death certificate: why link and code are not enough, and the way that is. */
export function SignInToStop({ view }: { view: StopView }) {
  const { t } = useTranslation('stop');
  return (
    <Page
      title={t('signIn.title')}
      tabTitle={t('tabTitle')}
      lead={t('owner', { owner: view.owner_name })}
      width="text"
    >
      <div className={styles.stack}>
        <Notice kind="warning" announced>
          {t('signIn.why')}
        </Notice>
        <p className={styles.lead}>{t('signIn.text')}</p>
        <div className={styles.press}>
          <ButtonLink to="/dashboard" big wide>
            {t('signIn.action')}
          </ButtonLink>
          <p className={styles.quiet}>{t('signIn.forgotten')}</p>
        </div>
        {byUrgency(view.attempts).map((attempt) => (
          <AttemptThread key={`${attempt.started_at} ${attempt.contact_name}`} attempt={attempt} />
        ))}
        <p className={styles.quiet}>{t('notYours')}</p>
      </div>
    </Page>
  );
}
