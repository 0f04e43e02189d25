import type { CheckInView } from '@zavet/contract/presence/presence-endpoints';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Apples } from '../../../ui/drawings/apples.tsx';
import { FormFailure } from '../../../ui/form/form.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Page } from '../../../ui/page.tsx';
import { ResultPage } from '../../../ui/result-page.tsx';
import { type LinkProblem, linkProblemOf } from '../../identity/account/public/link-problem.ts';
import { useAnswerCheckIn } from './api.ts';
import styles from './presence.module.css';

interface CheckInAnswerProps {
  token: string;
  checkIn: CheckInView;
  renderProblem: (problem: LinkProblem) => ReactNode;
}

/** Who is asked, what the button does, and the button; or thanks. */
export function CheckInAnswer({ token, checkIn, renderProblem }: CheckInAnswerProps) {
  const { t } = useTranslation('presence');
  const answer = useAnswerCheckIn(token);
  const [wereContactsTold] = useState(checkIn.were_contacts_told);
  const problem = linkProblemOf(answer.error);
  if (problem) return renderProblem(problem);
  if (checkIn.state === 'known') {
    return <KnownAlready isFresh={answer.isSuccess} wereContactsTold={wereContactsTold} />;
  }
  return (
    <Page title={t('page.title')} tabTitle={t('page.tabTitle')} width="text">
      <Question checkIn={checkIn} />
      {answer.isError && <FormFailure failure={answer.error} title={t('page.failed')} />}
      <div>
        <Button big loading={answer.isPending} onClick={() => answer.mutate()}>
          {t('page.action')}
        </Button>
      </div>
      <p className={styles.quiet}>{t('page.notYou')}</p>
    </Page>
  );
}

function Question({ checkIn }: { checkIn: CheckInView }) {
  const { t } = useTranslation('presence');
  const formats = useFormats();
  const { owner_name: name, owner_email: email } = checkIn;
  return (
    <div className={styles.text}>
      <p>{name ? t('page.asksNamed', { name, email }) : t('page.asks', { email })}</p>
      <p>{t('page.since', { day: formats.date(checkIn.asked_at) })}</p>
      <p>{t('page.effect')}</p>
      {checkIn.were_contacts_told && <p>{t('page.told')}</p>}
    </div>
  );
}

interface KnownAlreadyProps {
  /** By a press just now. */
  isFresh: boolean;
  wereContactsTold: boolean;
}

function KnownAlready({ isFresh, wereContactsTold }: KnownAlreadyProps) {
  const { t } = useTranslation('presence');
  return (
    <ResultPage
      drawing={<Apples />}
      title={t(isFresh ? 'page.thanksTitle' : 'page.knownTitle')}
      tabTitle={t('page.tabTitle')}
      lead={t(isFresh ? 'page.thanks' : 'page.known')}
      role={isFresh ? 'status' : undefined}
    >
      {isFresh && wereContactsTold && <p>{t('page.thanksTold')}</p>}
    </ResultPage>
  );
}
