import { limits } from '@zavet/contract/limits';
import type { RehearsalAnswerView } from '@zavet/contract/protocol/rehearsal-endpoints';
import { rehearsalPinTries } from '@zavet/contract/protocol/rehearsal-values';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Apples } from '../../../ui/drawings/apples.tsx';
import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { KeyWithTag } from '../../../ui/drawings/key-with-tag.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form, FormFailure } from '../../../ui/form/form.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Page } from '../../../ui/page.tsx';
import { ResultPage } from '../../../ui/result-page.tsx';
import {
  MailedLinkPage,
  type OpenedLink,
  useLinkAnswer,
} from '../../identity/account/public/mailed-link-page.tsx';
import styles from './rehearsal.module.css';

/** Opened from a rehearsal mail, without an account. */
export function RehearsalAnswerScreen() {
  const { t } = useTranslation('rehearsal');
  return (
    <MailedLinkPage
      question="rehearsal"
      read={(token) => api.openRehearsal({ body: { token } })}
      waiting={{
        title: t('answer.title'),
        tabTitle: t('answer.tabTitle'),
        drawing: <Envelope kind="sealed" />,
        loading: t('answer.loading'),
        loadFailed: t('answer.loadFailed'),
        lines: 3,
        className: styles.text,
      }}
      renderProblem={() => <UnusableLink />}
    >
      {(link) => <RehearsalAnswer link={link} />}
    </MailedLinkPage>
  );
}

function UnusableLink() {
  const { t } = useTranslation('rehearsal');
  return (
    <ResultPage
      drawing={<Envelope kind="empty" />}
      title={t('answer.linkTitle')}
      tabTitle={t('answer.tabTitle')}
      role="status"
    >
      <p>{t('answer.link')}</p>
      <p>{t('answer.linkAsk')}</p>
    </ResultPage>
  );
}

/** The question, then the PIN field if the owner set a PIN, then the thanks. */
function RehearsalAnswer({ link }: { link: OpenedLink<RehearsalAnswerView> }) {
  const { t } = useTranslation('rehearsal');
  const { token, view: question } = link;
  const answer = useLinkAnswer(link, () => api.answerRehearsal({ body: { token } }));
  const problemPage = link.problemPage(answer.error);
  if (problemPage) return problemPage;
  if (question.state === 'over') return <EndedRehearsal />;
  if (question.state === 'answered') {
    return question.asks_for_pin && question.pin !== 'not_known' ? (
      <PinQuestion link={link} />
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
      lead={t(leadKeyOf(question), { owner })}
      role="status"
    >
      {pin === 'wrong' && <p>{t('answer.pinWrongEnd')}</p>}
      {pin === 'not_known' && <p>{t('answer.pinNotKnown')}</p>}
    </ResultPage>
  );
}

function leadKeyOf({ pin }: RehearsalAnswerView) {
  if (pin === 'right') return 'answer.pinRight';
  // The text below the lead explains what to do without the right PIN.
  return pin === 'wrong' || pin === 'not_known' ? 'answer.thanksShort' : 'answer.thanks';
}

function EndedRehearsal() {
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

const pinPattern = new RegExp(`^\\d{${limits.pinDigits}}$`);

/** Asks for the PIN, which is sent only to check it. */
function PinQuestion({ link }: { link: OpenedLink<RehearsalAnswerView> }) {
  const { t } = useTranslation('rehearsal');
  const { token, view: question } = link;
  const tryPin = useLinkAnswer(link, (pin: string) =>
    api.tryRehearsalPin({ body: { token, pin } }),
  );
  const skip = useLinkAnswer(link, () => api.skipRehearsalPin({ body: { token } }));
  const [typedPin, setTypedPin] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const fieldRef = useRef<HTMLDivElement>(null);
  const triesLeft = question.pin_tries_left;
  const isWrong = question.pin === 'wrong' && typedPin === '';
  const failure = tryPin.error ?? skip.error;

  useEffect(() => {
    // Focus the field for the next try.
    if (triesLeft < rehearsalPinTries || isIncomplete)
      fieldRef.current?.querySelector('input')?.focus();
  }, [triesLeft, isIncomplete]);

  function submit() {
    const isReady = pinPattern.test(typedPin);
    setIncomplete(!isReady);
    if (isReady && !tryPin.isPending) tryPin.mutate(typedPin, { onSuccess: () => setTypedPin('') });
  }

  const problemPage = link.problemPage(failure);
  if (problemPage) return problemPage;
  return (
    <Page
      title={t('answer.pinTitle')}
      tabTitle={t('answer.tabTitle')}
      drawing={<KeyWithTag />}
      width="text"
    >
      <Form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p role="status">
          {t('answer.pinAsk', { owner: question.owner_name ?? question.owner_email })}
        </p>
        <div ref={fieldRef}>
          <Field
            label={t('answer.pinField')}
            help={t('answer.pinHelp', { digits: limits.pinDigits })}
            error={
              isIncomplete
                ? 'pin_invalid'
                : isWrong
                  ? t('answer.pinWrong', { count: triesLeft })
                  : undefined
            }
            className={styles.pin}
            value={typedPin}
            inputMode="numeric"
            autoComplete="off"
            maxLength={limits.pinDigits}
            onChange={(event) => {
              setTypedPin(event.currentTarget.value);
              setIncomplete(false);
            }}
          />
        </div>
        {failure && <FormFailure failure={failure} title={t('answer.pinFailed')} />}
        <div className={styles.buttons}>
          <Button type="submit" loading={tryPin.isPending} disabled={skip.isPending}>
            {t('answer.pinSubmit')}
          </Button>
          <Button
            kind="quiet"
            loading={skip.isPending}
            disabled={tryPin.isPending}
            onClick={() => skip.mutate()}
          >
            {t('answer.pinUnknown')}
          </Button>
        </div>
      </Form>
    </Page>
  );
}
