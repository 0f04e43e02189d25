import { useMutation } from '@tanstack/react-query';
import { ApiError } from '@zavet/contract/client';
import type { ReviewView } from '@zavet/contract/desk/request-endpoints';
import { operatorRejections, requestTerms } from '@zavet/contract/protocol/protocol-values';
import { useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { useInvalidateAfter } from '../../../../platform/queries/invalidation.ts';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { RadioGroup } from '../../../../ui/choice-fields.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { TextAreaField } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import styles from '../desk.module.css';
import { operatorCode, type PromptTexts } from '../operator-code.tsx';
import { availableBases, type Decision, type DecisionValues, decisionOf } from './review-rules.ts';

const emptyValues: DecisionValues = { kind: '', basis: '', reason: '', note: '', question: '' };

export function DecisionForm({ review }: { review: ReviewView }) {
  const { t } = useTranslation('desk-requests');
  const describe = useErrorText();
  const decide = useDecide(review.id);
  const [values, setValues] = useState({ ...emptyValues, note: review.note ?? '' });
  const [isIncomplete, setIncomplete] = useState(false);
  const change = (changes: Partial<DecisionValues>) => {
    setValues({ ...values, ...changes });
    setIncomplete(false);
  };
  const isQuestion = values.kind === 'ask';
  const text = isQuestion ? 'question' : 'note';
  const isTooLong = values[text].trim().length > requestTerms.noteMaxLength;
  const textError = isTooLong ? 'too_long' : isQuestion && isIncomplete ? 'required' : undefined;
  const step = review.certificate?.step === 'confirm' ? 'confirm' : 'propose';
  const name = review.owner.name ?? review.owner.email;

  /**
   * Shows a toast for a closed or claimed review, because the form then disappears with its error.
   */
  function showIfReplaced(error: unknown) {
    const codes = ['review_closed', 'review_claimed'];
    if (error instanceof ApiError && codes.includes(error.code)) toasts.error(describe(error));
    return undefined;
  }

  async function submit() {
    const decision = decisionOf(values, review);
    setIncomplete(!decision);
    if (!decision || isTooLong || decide.isPending) return;
    const texts = {
      title: t(`confirm.${decision.kind}`, { name }),
      lead: t(`confirm.${decision.kind}Lead`),
    };
    const done = await decide.mutateAsync({ decision, texts }).catch(showIfReplaced);
    if (!done) return;
    toasts.success(t(`done.${decision.kind}`));
    if (decision.kind === 'ask') setValues({ ...emptyValues, note: review.note ?? '' });
  }

  return (
    <SectionCard title={t('decision.title')}>
      <CertificateNotice review={review} decide={decide} />
      <Form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <RadioGroup
          legend={t('decision.kind')}
          value={values.kind}
          options={(['approve', 'reject', 'ask'] as const).map((value) => ({
            value,
            label: t(`decision.${value}`),
            note: t(`decision.${value}Note`),
          }))}
          onChange={(kind) => change({ kind })}
        />
        {values.kind === 'approve' && (
          <RadioGroup
            legend={t('decision.basis')}
            value={values.basis}
            options={availableBases(review).map((value) => ({
              value,
              label: t(`bases.${value}`),
              note: value === 'death_certificate' ? t(`certificate.note.${step}`) : undefined,
            }))}
            onChange={(basis) => change({ basis })}
          />
        )}
        {values.kind === 'approve' && review.documents.length === 0 && (
          <Notice>{t('certificate.needsDocument')}</Notice>
        )}
        {values.kind === 'reject' && (
          <RadioGroup
            legend={t('decision.reason')}
            value={values.reason}
            options={operatorRejections.map((value) => ({
              value,
              label: t(`rejections.${value}`),
            }))}
            onChange={(reason) => change({ reason })}
          />
        )}
        {values.kind && (
          <TextAreaField
            label={t(`decision.${text}`)}
            help={isQuestion ? undefined : t('decision.noteHelp')}
            error={textError}
            className={styles.note}
            value={values[text]}
            onChange={(event) => change({ [text]: event.currentTarget.value })}
          />
        )}
        {isIncomplete && !isQuestion && (
          <Notice kind="error" announced>
            {t('decision.incomplete')}
          </Notice>
        )}
        <FormFailure failure={decide.error ?? undefined} title={t('decision.failed')} />
        <div>
          <Button type="submit" loading={decide.isPending}>
            {t(isQuestion ? 'decision.ask' : 'decision.submit')}
          </Button>
        </div>
      </Form>
      <LeaveGuard
        isChanged={values.note.trim() !== (review.note ?? '') || values.question.trim() !== ''}
      />
    </SectionCard>
  );
}

interface CertificateNoticeProps {
  review: ReviewView;
  decide: ReturnType<typeof useDecide>;
}

/**
 * Shows the completed first step of an approval by death certificate, and the state of the second.
 */
function CertificateNotice({ review, decide }: CertificateNoticeProps) {
  const { t } = useTranslation('desk-requests');
  const formats = useFormats();
  const { certificate } = review;
  if (!certificate?.proposed_at) return null;
  const { step, from } = certificate;
  const proposed = formats.dateTime(certificate.proposed_at);

  async function withdraw() {
    const texts = { title: t('confirm.withdraw'), lead: t('confirm.withdrawLead') };
    const decision = { kind: 'withdraw' } as const;
    // The form shows the error.
    const done = await decide.mutateAsync({ decision, texts }).catch(() => undefined);
    if (done) toasts.success(t('done.withdraw'));
  }

  return (
    <Notice
      kind="warning"
      title={t('certificate.title')}
      actions={
        <Button kind="quiet" loading={decide.isPending} onClick={() => void withdraw()}>
          {t('certificate.withdraw')}
        </Button>
      }
    >
      {step === 'confirm' && t('certificate.confirm', { proposed })}
      {step === 'another_operator' && t('certificate.another', { proposed })}
      {step === 'later' &&
        from &&
        t('certificate.later', { from: formats.dateTime(from), proposed })}
    </Notice>
  );
}

/** Sends a decision after asking for a code. Resolves to undefined if the operator cancels. */
function useDecide(id: string) {
  return useMutation({
    mutationFn: ({ decision, texts }: { decision: Decision; texts: PromptTexts }) =>
      operatorCode.withCode((code) => sendDecision(id, decision, code), texts),
    // Runs after errors as well: another operator may have decided in the meantime.
    onSettled: useInvalidateAfter('approveReview'),
  });
}

function sendDecision(id: string, decision: Decision, code: string) {
  const params = { id };
  switch (decision.kind) {
    case 'approve': {
      const { basis, note } = decision;
      return api.approveReview({ params, body: { code, basis, note } });
    }
    case 'propose':
    case 'certify': {
      const { document_ids, note } = decision;
      const step = decision.kind === 'propose' ? api.proposeCertificate : api.approveByCertificate;
      return step({ params, body: { code, document_ids, note } });
    }
    case 'ask':
      return api.askForDocument({ params, body: { code, text: decision.text } });
    case 'withdraw':
      return api.withdrawCertificate({ params, body: { code } });
    case 'reject': {
      const { reason, note } = decision;
      return api.rejectReview({ params, body: { code, reason, note } });
    }
  }
}
