import type { VetoInput, VetoView } from '@zavet/contract/protocol/veto-endpoints';
import { ButtonLink } from '../../../../ui/button.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { byUrgency } from './attempt-rules.ts';
import { AttemptThread } from './attempt-thread.tsx';
import { PaperCodeEntry } from './stop-code-form.tsx';
import styles from './stopping.module.css';

interface SignInToVetoProps {
  view: VetoView;
  onCodeAccepted: (input: VetoInput) => void;
}

/** A death certificate was seen and this is a mailed link, or the code has been used: the ways left. */
export function SignInToVeto({ view, onCodeAccepted }: SignInToVetoProps) {
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
          {t(view.is_code_spent ? 'code.spent' : 'signIn.why')}
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
        {!view.is_code_spent && <PaperCodeEntry onCodeAccepted={onCodeAccepted} />}
        <p className={styles.quiet}>{t('notYours')}</p>
      </div>
    </Page>
  );
}
