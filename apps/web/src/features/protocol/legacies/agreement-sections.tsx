import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useId } from 'react';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm-dialog.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useOutcomeToast } from '../../../ui/use-outcome-toast.ts';
import styles from './legacies.module.css';
import { nameOf } from './legacy-stage.ts';
import { SupportHint } from './support-hint.tsx';

interface AgreementSectionProps {
  legacy: LegacyView;
  onDone: () => void;
}

/** Another contact asks the user to agree to a start. */
export function AnswerSection({ legacy, onDone }: AgreementSectionProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const report = useOutcomeToast();
  const headingId = useId();
  const answer = useMutationOf('answerAgreement');
  const { activation } = legacy;
  if (!activation?.agreement) return null;
  const { id, contact_name, agreement, doubt, may_doubt } = activation;
  // Agreeing withdraws the user's own doubt. An operator decides about another contact's doubt.
  const mayAgree = doubt === null || doubt.is_mine;
  const name = nameOf(legacy);
  const contact = contact_name ?? t('agreement.somebody');

  async function send(agrees: boolean) {
    const done = t(agrees ? 'answer.agreedDone' : 'answer.doubtedDone');
    await report(answer.mutateAsync({ params: { id }, body: { agrees } }), { done });
    onDone();
  }

  const isSending = (agrees: boolean) =>
    answer.isPending && answer.variables.body.agrees === agrees;
  return (
    <section className={styles.part} aria-labelledby={headingId}>
      <Heading level={3} id={headingId}>
        {t('answer.title', { who: contact })}
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
            act={() => send(true)}
          >
            <p>{t('answer.sureText', { name })}</p>
            <p>{t('answer.sureCheck')}</p>
          </ConfirmButton>
        )}
        {may_doubt && (
          <Button
            kind="quiet"
            aria-label={t('answer.doubtNamed', { name })}
            loading={isSending(false)}
            disabled={isSending(true)}
            onClick={() => void send(false)}
          >
            {t('answer.doubt')}
          </Button>
        )}
      </div>
      <SupportHint />
    </section>
  );
}

/** The user has agreed to the start of another contact. */
export function AgreedSection({ legacy: { activation } }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const contact = activation?.contact_name ?? t('agreement.somebody');
  return (
    <>
      <Notice kind="success">{t('agreement.answered', { who: contact })}</Notice>
      <SupportHint />
    </>
  );
}

/**
 * Shows a doubt that suspends a start, the decision deadline, and a button to withdraw the doubt.
 */
export function DoubtNotice({ legacy, onDone }: AgreementSectionProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const report = useOutcomeToast();
  const withdraw = useMutationOf('withdrawDoubt');
  const { activation } = legacy;
  if (!activation?.doubt) return null;
  const { id, is_mine, doubt } = activation;
  const kind = doubt.is_mine ? 'byMe' : is_mine ? 'ofMine' : 'byOther';

  async function withdrawDoubt() {
    await report(withdraw.mutateAsync({ params: { id } }), { done: t('doubt.withdrawn') });
    onDone();
  }

  return (
    <Notice
      kind="warning"
      title={t('doubt.title')}
      actions={
        doubt.is_mine && (
          <Button
            kind="quiet"
            aria-label={t('doubt.withdrawNamed', { name: nameOf(legacy) })}
            loading={withdraw.isPending}
            onClick={() => void withdrawDoubt()}
          >
            {t('doubt.withdraw')}
          </Button>
        )
      }
    >
      <div className={styles.paragraphs}>
        <p>{t(`doubt.${kind}`)}</p>
        <p>{t('doubt.decided', { date: formats.deadline(doubt.decided_by) })}</p>
      </div>
    </Notice>
  );
}

/** Lets other contacts report a mistaken start during the waiting period. */
export function MistakeButton({ legacy, onDone }: AgreementSectionProps) {
  const { t } = useTranslation('legacies');
  const report = useOutcomeToast();
  const answer = useMutationOf('answerAgreement');
  const { activation } = legacy;
  if (!activation?.may_doubt) return null;
  const { id } = activation;
  const name = nameOf(legacy);

  async function doubt() {
    await report(answer.mutateAsync({ params: { id }, body: { agrees: false } }), {
      done: t('answer.doubtedDone'),
    });
    onDone();
  }

  return (
    <div className={styles.actions}>
      <ConfirmButton
        label={t('doubt.mistake')}
        aria-label={t('doubt.mistakeNamed', { name })}
        title={t('doubt.question')}
        confirmLabel={t('doubt.mistake')}
        cancelLabel={t('answer.back')}
        act={doubt}
      >
        <p>{t('doubt.questionText', { name })}</p>
      </ConfirmButton>
    </div>
  );
}
