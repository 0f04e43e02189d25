import type { VetoInput, VetoView } from '@zavet/contract/protocol/veto-endpoints';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Apples } from '../../../../ui/drawings/apples.tsx';
import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { FormFailure } from '../../../../ui/form/form.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { Page } from '../../../../ui/page.tsx';
import { ResultPage } from '../../../../ui/result-page.tsx';
import { areAllRequests, isInWaitingPeriod, sortByUrgency } from './attempt-rules.ts';
import { AttemptThread, VetoMeaning } from './attempt-thread.tsx';
import { PaperCodeEntry } from './paper-code-form.tsx';
import styles from './veto.module.css';
import { useVetoProtocol } from './veto-requests.ts';

interface VetoQuestionProps {
  input: VetoInput;
  view: VetoView;
  onCodeAccepted: (input: VetoInput) => void;
  /** Switches from the link to the paper code. */
  onEnterCode: (() => void) | undefined;
}

/** The attempts and the veto button, or the reason why there is nothing to veto. */
export function VetoQuestion({ input, view, onCodeAccepted, onEnterCode }: VetoQuestionProps) {
  const { t } = useTranslation('veto');
  const veto = useVetoProtocol(input);
  if (view.attempts.length === 0) {
    return <VetoResult view={view} isJustVetoed={veto.isSuccess} onCodeAccepted={onCodeAccepted} />;
  }
  if (view.needs_sign_in) return <SignInToVeto view={view} onCodeAccepted={onCodeAccepted} />;
  const isRequest = areAllRequests(view.attempts);
  const lead = isRequest ? 'leadRequested' : 'leadOpen';
  return (
    <Page
      title={t('title')}
      tabTitle={t('tabTitle')}
      lead={t('owner', { owner: view.owner_name })}
      width="text"
    >
      <div className={styles.stack}>
        <p className={styles.lead}>{t(view.attempts.some(isInWaitingPeriod) ? 'lead' : lead)}</p>
        {veto.isError && <FormFailure failure={veto.error} title={t('failed')} />}
        <div className={styles.action}>
          <Button big wide loading={veto.isPending} onClick={() => veto.mutate()}>
            {t('act')}
          </Button>
          <p className={styles.quiet}>{t('onePress')}</p>
        </div>
        {sortByUrgency(view.attempts).map((attempt) => (
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

interface SignInToVetoProps {
  view: VetoView;
  onCodeAccepted: (input: VetoInput) => void;
}

/**
 * Asks the owner to sign in: the link cannot veto after an approved death certificate, or the paper
 * code was already used.
 */
function SignInToVeto({ view, onCodeAccepted }: SignInToVetoProps) {
  const { t } = useTranslation('veto');
  return (
    <Page
      title={t('signIn.title')}
      tabTitle={t('tabTitle')}
      lead={t('owner', { owner: view.owner_name })}
      width="text"
    >
      <div className={styles.stack}>
        <Notice kind="warning" announced>
          {t(view.is_code_used ? 'code.spent' : 'signIn.why')}
        </Notice>
        <p className={styles.lead}>{t('signIn.text')}</p>
        <div className={styles.action}>
          <ButtonLink to="/dashboard" big wide>
            {t('signIn.action')}
          </ButtonLink>
          <p className={styles.quiet}>{t('signIn.forgotten')}</p>
        </div>
        {sortByUrgency(view.attempts).map((attempt) => (
          <AttemptThread key={`${attempt.started_at} ${attempt.contact_name}`} attempt={attempt} />
        ))}
        {!view.is_code_used && <PaperCodeEntry onCodeAccepted={onCodeAccepted} />}
        <p className={styles.quiet}>{t('notYours')}</p>
      </div>
    </Page>
  );
}

interface VetoResultProps {
  view: VetoView;
  /** True if the owner vetoed on this page just now. */
  isJustVetoed: boolean;
  onCodeAccepted: (input: VetoInput) => void;
}

/** The current state when there is nothing to veto. */
function VetoResult({ view, isJustVetoed, onCodeAccepted }: VetoResultProps) {
  const { t } = useTranslation('veto');
  const kind = resultKindOf(view, isJustVetoed);
  return (
    <ResultPage
      drawing={kind === 'released' ? <Envelope kind="opened" /> : <Apples />}
      title={t(`${kind}.title`)}
      tabTitle={t('tabTitle')}
      lead={t(`${kind}.text`)}
      role={isJustVetoed ? 'status' : undefined}
      actions={
        kind === 'released' ? (
          <ButtonLink to="/mail" search={{ folder: 'sent' }}>
            {t('released.signIn')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/dashboard" kind={kind === 'done' ? 'primary' : 'quiet'}>
            {t(kind === 'done' ? 'done.signIn' : 'link.signIn')}
          </ButtonLink>
        )
      }
    >
      {kind === 'done' ? (
        <p>{t('done.decide')}</p>
      ) : (
        <>
          {view.is_code_used && <p>{t('code.spent')}</p>}
          <PaperCodeEntry onCodeAccepted={onCodeAccepted} />
        </>
      )}
    </ResultPage>
  );
}

function resultKindOf({ is_released, is_vetoed }: VetoView, isJustVetoed: boolean) {
  if (isJustVetoed) return 'done';
  if (is_released) return 'released';
  return is_vetoed ? 'vetoed' : 'nothing';
}
