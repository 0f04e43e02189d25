import { limits } from '@zavet/contract/limits';
import type { RehearsalAnswerView } from '@zavet/contract/protocol/rehearsal-endpoints';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { KeyWithTag } from '../../../../ui/drawings/key-with-tag.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Page } from '../../../../ui/page.tsx';
import {
  type OpenedLink,
  useLinkAnswer,
} from '../../../identity/account/public/mailed-link-page.tsx';
import styles from '../rehearsal.module.css';

const pinPattern = new RegExp(`^\\d{${limits.pinDigits}}$`);

/** Asks for the PIN. The input stays here and in the one call. */
export function PinQuestion({ link }: { link: OpenedLink<RehearsalAnswerView> }) {
  const { t } = useTranslation('rehearsal');
  const { token, view: question } = link;
  const tryPin = useLinkAnswer(link, (pin: string) =>
    api.tryRehearsalPin({ body: { token, pin } }),
  );
  const skip = useLinkAnswer(link, () => api.skipRehearsalPin({ body: { token } }));
  const [typed, setTyped] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const triesLeft = question.pin_tries_left;
  const isWrong = question.pin === 'wrong' && typed === '';
  const failure = tryPin.error ?? skip.error;

  useEffect(() => {
    // After a wrong one the next is typed in the same place.
    if (triesLeft < 3 || isIncomplete) place.current?.querySelector('input')?.focus();
  }, [triesLeft, isIncomplete]);

  function submit() {
    const isReady = pinPattern.test(typed);
    setIncomplete(!isReady);
    if (isReady && !tryPin.isPending) tryPin.mutate(typed, { onSuccess: () => setTyped('') });
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
        <div ref={place}>
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
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            maxLength={limits.pinDigits}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
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
