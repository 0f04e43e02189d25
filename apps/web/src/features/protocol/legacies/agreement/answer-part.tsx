import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useId } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmButton } from '../../../../ui/confirm-dialog.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import { DoubtNotice } from '../doubt-part.tsx';
import styles from '../legacies.module.css';
import { nameOf } from '../legacy-stage.ts';
import { SupportHint } from '../whom-to-ask.tsx';

interface AnswerPartProps {
  legacy: LegacyView;
  onDone: () => void;
}

/** Another contact wants to start the protocol, and the visitor is asked whether that is right. */
export function AnswerPart({ legacy, onDone }: AnswerPartProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const report = useOutcomeToast();
  const headingId = useId();
  const answer = useMutationOf('answerAgreement');
  const { activation } = legacy;
  if (!activation?.agreement) return null;
  const { id, contact_name, agreement, doubt, may_doubt } = activation;
  // Agreeing withdraws the visitor's own doubt; an operator decides about that of another.
  const mayAgree = doubt === null || doubt.is_mine;
  const name = nameOf(legacy);
  const who = contact_name ?? t('agreement.somebody');

  async function give(agrees: boolean) {
    const done = t(agrees ? 'answer.agreedDone' : 'answer.doubtedDone');
    await report(answer.mutateAsync({ params: { id }, body: { agrees } }), { done });
    onDone();
  }

  const isGiving = (agrees: boolean) => answer.isPending && answer.variables.body.agrees === agrees;
  return (
    <section className={styles.part} aria-labelledby={headingId}>
      <Heading level={3} id={headingId}>
        {t('answer.title', { who })}
      </Heading>
      <p>{t('answer.text', { name, date: formats.dateTime(agreement.asked_at) })}</p>
      <p>{t('answer.only')}</p>
      <DoubtNotice legacy={legacy} onDone={onDone} />
      {mayAgree && <p className={styles.quiet}>{t('answer.yesMeans')}</p>}
      {may_doubt && <p className={styles.quiet}>{t('answer.doubtMeans')}</p>}
      <div className={styles.actions}>
        {mayAgree && (
          <ConfirmButton
            kind="primary"
            label={t('answer.yes')}
            aria-label={t('answer.yesNamed', { name })}
            disabled={answer.isPending}
            title={t('answer.sure')}
            confirmLabel={t('answer.yes')}
            cancelLabel={t('answer.back')}
            act={() => give(true)}
          >
            <p>{t('answer.sureText', { name })}</p>
            <p>{t('answer.sureCheck')}</p>
          </ConfirmButton>
        )}
        {may_doubt && (
          <Button
            kind="quiet"
            aria-label={t('answer.doubtNamed', { name })}
            loading={isGiving(false)}
            disabled={isGiving(true)}
            onClick={() => void give(false)}
          >
            {t('answer.doubt')}
          </Button>
        )}
      </div>
      <SupportHint />
    </section>
  );
}
