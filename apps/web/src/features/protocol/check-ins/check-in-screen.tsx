import type { CheckInView } from '@zavet/contract/protocol/check-in-endpoints';
import { useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Apples } from '../../../ui/drawings/apples.tsx';
import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { FormFailure } from '../../../ui/form/form.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Page } from '../../../ui/page.tsx';
import { ResultPage } from '../../../ui/result-page.tsx';
import {
  type LinkProblem,
  MailedLinkPage,
  type OpenedLink,
  useLinkAnswer,
} from '../../identity/account/public/mailed-link-page.tsx';
import styles from './check-ins.module.css';

/** Opened from a check-in mail. */
export function CheckInScreen() {
  const { t } = useTranslation('check-ins');
  return (
    <MailedLinkPage
      question="check-in"
      read={(token) => api.describeCheckIn({ body: { token } })}
      waiting={{
        title: t('page.title'),
        tabTitle: t('page.tabTitle'),
        loading: t('page.loading'),
        loadFailed: t('page.loadFailed'),
        lines: 4,
      }}
      renderProblem={(problem) => <UnusableLink problem={problem} />}
    >
      {(link) => <CheckInAnswer link={link} />}
    </MailedLinkPage>
  );
}

function UnusableLink({ problem }: { problem: LinkProblem }) {
  const { t } = useTranslation('check-ins');
  return (
    <ResultPage
      drawing={<Envelope kind="empty" />}
      title={t(`link.${problem}Title`)}
      tabTitle={t('page.tabTitle')}
      lead={t(`link.${problem}`)}
      actions={<ButtonLink to="/dashboard">{t('link.toAccount')}</ButtonLink>}
    >
      <p>{t('link.signIn')}</p>
    </ResultPage>
  );
}

/** The question, or the thanks once it is answered. */
function CheckInAnswer({ link }: { link: OpenedLink<CheckInView> }) {
  const { t } = useTranslation('check-ins');
  const { token, view: checkIn } = link;
  const answer = useLinkAnswer(link, () => api.answerCheckIn({ body: { token } }));
  // Keeps the initial value, because answering resets it.
  const [wereContactsNotified] = useState(checkIn.were_contacts_notified);
  const problemPage = link.problemPage(answer.error);
  if (problemPage) return problemPage;
  if (checkIn.state === 'known') {
    return (
      <AlreadyAnswered isFresh={answer.isSuccess} wereContactsNotified={wereContactsNotified} />
    );
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
  const { t } = useTranslation('check-ins');
  const formats = useFormats();
  const { owner_name: name, owner_email: email } = checkIn;
  return (
    <div className={styles.text}>
      <p>{name ? t('page.asksNamed', { name, email }) : t('page.asks', { email })}</p>
      <p>{t('page.since', { day: formats.date(checkIn.asked_at) })}</p>
      <p>{t('page.effect')}</p>
      {checkIn.were_contacts_notified && <p>{t('page.told')}</p>}
    </div>
  );
}

interface AlreadyAnsweredProps {
  /** True if the answer was given on this page just now. */
  isFresh: boolean;
  wereContactsNotified: boolean;
}

function AlreadyAnswered({ isFresh, wereContactsNotified }: AlreadyAnsweredProps) {
  const { t } = useTranslation('check-ins');
  return (
    <ResultPage
      drawing={<Apples />}
      title={t(isFresh ? 'page.thanksTitle' : 'page.knownTitle')}
      tabTitle={t('page.tabTitle')}
      lead={t(isFresh ? 'page.thanks' : 'page.known')}
      role={isFresh ? 'status' : undefined}
    >
      {isFresh && wereContactsNotified && <p>{t('page.thanksTold')}</p>}
    </ResultPage>
  );
}
