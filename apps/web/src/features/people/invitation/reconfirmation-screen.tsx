import type { ReconfirmationView } from '@zavet/contract/people/invitation-endpoints';
import { useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { KeyWithTag } from '../../../ui/drawings/key-with-tag.tsx';
import { FormFailure } from '../../../ui/form/form.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Page } from '../../../ui/page.tsx';
import { ResultText } from '../../../ui/result-page.tsx';
import { type OpenedLink, useLinkAnswer } from '../../identity/account/public/mailed-link-page.tsx';
import { ContactQuestion, ownerLabel } from './contact-question.tsx';
import styles from './invitation.module.css';

export function ReconfirmationScreen() {
  return (
    <ContactQuestion
      kind="reconfirmation"
      read={(token) => api.openReconfirmation({ body: { token } })}
    >
      {(link) => <ReconfirmationAnswer link={link} />}
    </ContactQuestion>
  );
}

const sendAnswer = { yes: api.answerReconfirmation, no: api.declineReconfirmation };
type Answer = keyof typeof sendAnswer;

type Stage = 'pending' | 'answered' | 'declined' | 'activated';

/** The question with both answers. A positive answer can be changed later. */
function ReconfirmationAnswer({ link }: { link: OpenedLink<ReconfirmationView> }) {
  const { t } = useTranslation('reconfirmation');
  const { token, view: question } = link;
  const answer = useLinkAnswer(link, (answer: Answer) => sendAnswer[answer]({ body: { token } }));
  const [isDeclining, setDeclining] = useState(false);
  const stage = stageOf(question);
  const owner = ownerLabel(question);

  function send(choice: Answer) {
    setDeclining(false);
    answer.mutate(choice);
  }

  return (
    <Page
      title={t(titleKeys[stage])}
      tabTitle={t('tabTitle')}
      drawing={stage === 'declined' ? <Envelope kind="empty" /> : <KeyWithTag />}
      width="text"
    >
      <div className={styles.text}>
        {stage === 'pending' ? (
          <Question question={question} />
        ) : (
          <Result question={question} stage={stage} isFresh={answer.isSuccess} />
        )}
        {answer.isError && (
          <FormFailure failure={answer.error} title={t(`failure.${answer.variables ?? 'yes'}`)} />
        )}
        {(stage === 'pending' || stage === 'answered') && (
          <div className={styles.buttons}>
            {stage === 'pending' && (
              <Button
                loading={answer.isPending && answer.variables === 'yes'}
                disabled={answer.isPending && answer.variables === 'no'}
                onClick={() => send('yes')}
              >
                {t('yes')}
              </Button>
            )}
            <Button
              kind="quiet"
              loading={answer.isPending && answer.variables === 'no'}
              disabled={answer.isPending && answer.variables === 'yes'}
              onClick={() => setDeclining(true)}
            >
              {t(stage === 'pending' ? 'no' : 'answered.no')}
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        isOpen={isDeclining}
        title={t('dialog.title')}
        confirmLabel={t('dialog.confirm')}
        cancelLabel={t('dialog.cancel')}
        onConfirm={() => send('no')}
        onCancel={() => setDeclining(false)}
      >
        <p>{t('dialog.text', { owner })}</p>
      </ConfirmDialog>
    </Page>
  );
}

const titleKeys = {
  pending: 'title',
  answered: 'answered.title',
  declined: 'declined.title',
  activated: 'activated.title',
} as const satisfies Record<Stage, string>;

function stageOf({ status, is_answered }: ReconfirmationView): Stage {
  if (status === 'activated') return 'activated';
  if (status !== 'confirmed') return 'declined';
  return is_answered ? 'answered' : 'pending';
}

function Question({ question }: { question: ReconfirmationView }) {
  const { t } = useTranslation('reconfirmation');
  const { owner_name: name, owner_email: email } = question;
  return (
    <div className={styles.text}>
      <p className={styles.greeting}>{t('greeting', { name: question.contact_name })}</p>
      <p>{name ? t('asksNamed', { name, email }) : t('asks', { email })}</p>
      <p>{t('text')}</p>
      <p className={styles.quiet}>{t('address', { email: question.contact_email })}</p>
    </div>
  );
}

interface ResultProps {
  question: ReconfirmationView;
  stage: Exclude<Stage, 'pending'>;
  /** True if the answer was given on this page just now. */
  isFresh: boolean;
}

function Result({ question, stage, isFresh }: ResultProps) {
  const { t } = useTranslation('reconfirmation');
  if (stage === 'activated') return <p>{t('activated.text', { email: question.contact_email })}</p>;
  return (
    <>
      <ResultText isFresh={isFresh} key={stage}>
        {t(`${stage}.text`, { owner: ownerLabel(question) })}
      </ResultText>
      {stage === 'declined' && <p className={styles.quiet}>{t('declined.later')}</p>}
    </>
  );
}
