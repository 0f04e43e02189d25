import type { VetoInput, VetoView } from '@zavet/contract/protocol/veto-endpoints';
import { Button } from '../../../../ui/button.tsx';
import { FormFailure } from '../../../../ui/form/form.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Page } from '../../../../ui/page.tsx';
import { useVetoProtocol } from '../api/mailed-stop.ts';
import { areOnlyRequests, byUrgency, isWaiting } from './attempt-rules.ts';
import { AttemptThread } from './attempt-thread.tsx';
import { SignInToVeto } from './sign-in-to-stop.tsx';
import { VetoMeaning } from './stop-meaning.tsx';
import { VetoResult } from './stop-result.tsx';
import styles from './stopping.module.css';

interface VetoQuestionProps {
  input: VetoInput;
  view: VetoView;
  onCodeAccepted: (input: VetoInput) => void;
  /** Leaves the link for the code on paper. */
  onEnterCode: (() => void) | undefined;
}

/** The present state and the one button; where there is nothing to veto, the reason. */
export function VetoQuestion({ input, view, onCodeAccepted, onEnterCode }: VetoQuestionProps) {
  const { t } = useTranslation('stop');
  const stop = useVetoProtocol(input);
  if (view.attempts.length === 0) {
    return <VetoResult view={view} isFresh={stop.isSuccess} onCodeAccepted={onCodeAccepted} />;
  }
  if (view.needs_sign_in) return <SignInToVeto view={view} onCodeAccepted={onCodeAccepted} />;
  const isRequest = areOnlyRequests(view.attempts);
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
        <VetoMeaning isRequest={isRequest} />
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
