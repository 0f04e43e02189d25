import type { RehearsalAnswerView } from '@zavet/contract/rehearsal/rehearsal-schemas';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Apples } from '../../../../ui/drawings/apples.tsx';
import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { FormFailure } from '../../../../ui/form/form.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Page } from '../../../../ui/page.tsx';
import { ResultPage } from '../../../../ui/result-page.tsx';
import { linkProblemOf } from '../../../identity/account/public/link-problem.ts';
import styles from '../rehearsal.module.css';
import { useAnswer } from './api.ts';
import { PinQuestion } from './pin-question.tsx';

interface RehearsalAnswerProps {
  token: string;
  question: RehearsalAnswerView;
  renderProblem: () => ReactNode;
}

/** Who asks, that nothing has happened, and one button; then the PIN, where there is one; then thanks. */
export function RehearsalAnswer({ token, question, renderProblem }: RehearsalAnswerProps) {
  const { t } = useTranslation('rehearsal');
  const answer = useAnswer(token);
  if (linkProblemOf(answer.error)) return renderProblem();
  if (question.state === 'over') return <Over />;
  if (question.state === 'answered') {
    return question.asks_for_pin && question.pin !== 'not_known' ? (
      <PinQuestion token={token} question={question} renderProblem={renderProblem} />
    ) : (
      <Thanks question={question} />
    );
  }
  return (
    <Page
      title={t('answer.title')}
      tabTitle={t('answer.tabTitle')}
      drawing={<Envelope kind="sealed" />}
      width="text"
    >
      <div className={styles.text}>
        <Question question={question} />
        {answer.isError && <FormFailure failure={answer.error} title={t('answer.failed')} />}
        <div>
          <Button big loading={answer.isPending} onClick={() => answer.mutate()}>
            {t('answer.action')}
          </Button>
        </div>
      </div>
    </Page>
  );
}

function Question({ question }: { question: RehearsalAnswerView }) {
  const { t } = useTranslation('rehearsal');
  const { owner_name: name, owner_email: email } = question;
  return (
    <>
      <p>{t('answer.greeting', { name: question.contact_name })}</p>
      <p>{name ? t('answer.asksNamed', { name, email }) : t('answer.asks', { email })}</p>
      <p className={styles.strong}>{t('answer.nothing')}</p>
      <p className={styles.quiet}>{t('answer.effect')}</p>
    </>
  );
}

function Thanks({ question }: { question: RehearsalAnswerView }) {
  const { t } = useTranslation('rehearsal');
  const owner = question.owner_name ?? question.owner_email;
  const { pin } = question;
  return (
    <ResultPage
      drawing={<Apples />}
      title={t('answer.thanksTitle')}
      tabTitle={t('answer.tabTitle')}
      lead={t(leadOf(question), { owner })}
      role="status"
    >
      {pin === 'wrong' && <p>{t('answer.pinWrongEnd')}</p>}
      {pin === 'not_known' && <p>{t('answer.pinNotKnown')}</p>}
    </ResultPage>
  );
}

function leadOf({ pin }: RehearsalAnswerView) {
  if (pin === 'right') return 'answer.pinRight';
  // What is left to do stands below.
  return pin === 'wrong' || pin === 'not_known' ? 'answer.thanksShort' : 'answer.thanks';
}

function Over() {
  const { t } = useTranslation('rehearsal');
  return (
    <ResultPage
      drawing={<Envelope kind="empty" />}
      title={t('answer.overTitle')}
      tabTitle={t('answer.tabTitle')}
      lead={t('answer.over')}
      role="status"
    />
  );
}
