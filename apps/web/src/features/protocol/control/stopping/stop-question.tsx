import type { VetoInput, VetoView } from '@zavet/contract/protocol/veto-endpoints';
import { Button } from '../../../../ui/button.tsx';
import { FormFailure } from '../../../../ui/form/form.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Page } from '../../../../ui/page.tsx';
import { useStopProtocol } from '../api/mailed-stop.ts';
import { byUrgency, isOnlyAskedFor, isWaiting } from './attempt-rules.ts';
import { AttemptThread } from './attempt-thread.tsx';
import { SignInToStop } from './sign-in-to-stop.tsx';
import { StopMeaning } from './stop-meaning.tsx';
import { StopResult } from './stop-result.tsx';
import styles from './stopping.module.css';

interface StopQuestionProps {
  given: VetoInput;
  view: VetoView;
  onCode: (given: VetoInput) => void;
  /** Leaves the link for the code on paper. */
  onEnterCode: (() => void) | undefined;
}

/** The present state and the one button; where there is nothing to veto, the reason. */
export function StopQuestion({ given, view, onCode, onEnterCode }: StopQuestionProps) {
  const { t } = useTranslation('stop');
  const stop = useStopProtocol(given);
  if (view.attempts.length === 0) {
    return <StopResult view={view} isFresh={stop.isSuccess} onCode={onCode} />;
  }
  if (view.needs_sign_in) return <SignInToStop view={view} onCode={onCode} />;
  const isRequest = isOnlyAskedFor(view.attempts);
  const lead = isRequest ? 'leadRequested' : 'leadOpen';
  return (
    <Page
      title={t('title')}
      tabTitle={t('tabTitle')}
      lead={t('owner', { owner: view.owner_name })}
      width="text"
    >
      <div className={styles.stack}>
        <p className={styles.lead}>{t(view.attempts.some(isWaiting) ? 'lead' : lead)}</p>
        {stop.isError && <FormFailure failure={stop.error} title={t('failed')} />}
        <div className={styles.press}>
          <Button big wide loading={stop.isPending} onClick={() => stop.mutate()}>
            {t(isRequest ? 'actRequested' : 'act')}
          </Button>
          <p className={styles.quiet}>{t('onePress')}</p>
        </div>
        {byUrgency(view.attempts).map((attempt) => (
          <AttemptThread key={`${attempt.started_at} ${attempt.contact_name}`} attempt={attempt} />
        ))}
        <StopMeaning isRequest={isRequest} />
        <p className={styles.quiet}>{t('notYours')}</p>
        {onEnterCode && (
          <div>
            <Button kind="quiet" onClick={onEnterCode}>
              {t('code.instead')}
            </Button>
          </div>
        )}
      </div>
    </Page>
  );
}
