import type { LegacyView } from '@zavet/contract/protocol/protocol-schemas';
import { useId, useState } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import { DoubtNotice } from '../doubt-part.tsx';
import styles from '../legacies.module.css';
import { nameOf } from '../legacy-stage.ts';
import { WhomToAsk } from '../whom-to-ask.tsx';

interface AnswerPartProps {
  legacy: LegacyView;
  onDone: () => void;
}

/** Another contact wants to start the protocol, and the visitor is asked whether that is right. */
export function AnswerPart({ legacy, onDone }: AnswerPartProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const describe = useErrorText();
  const headingId = useId();
  const answer = useMutationOf('answerAgreement');
  const [isSure, setSure] = useState(false);
  const { activation } = legacy;
  if (!activation?.agreement) return null;
  const { id, contact_name, agreement, doubt, may_doubt } = activation;
  // Agreeing withdraws the visitor's own doubt; an operator decides about that of another.
  const mayAgree = doubt === null || doubt.is_mine;
  const name = nameOf(legacy);
  const who = contact_name ?? t('agreement.somebody');

  async function give(agrees: boolean) {
    try {
      await answer.mutateAsync({ params: { id }, body: { agrees } });
      toasts.success(t(agrees ? 'answer.agreedDone' : 'answer.doubtedDone'));
    } catch (error) {
      toasts.error(describe(error));
    }
    setSure(false);
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
          <Button
            aria-label={t('answer.yesNamed', { name })}
            disabled={answer.isPending}
            onClick={() => setSure(true)}
          >
            {t('answer.yes')}
          </Button>
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
      <WhomToAsk />
      <ConfirmDialog
        isOpen={isSure}
        title={t('answer.sure')}
        confirmLabel={t('answer.yes')}
        cancelLabel={t('answer.back')}
        isBusy={isGiving(true)}
        onConfirm={() => void give(true)}
        onCancel={() => setSure(false)}
      >
        <p>{t('answer.sureText', { name })}</p>
        <p>{t('answer.sureCheck')}</p>
      </ConfirmDialog>
    </section>
  );
}
