import { ApiError } from '@zavet/contract/client';
import type { ReviewView } from '@zavet/contract/desk/request-endpoints';
import { operatorRejections, requestTerms } from '@zavet/contract/protocol/protocol-values';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { RadioGroup } from '../../../../ui/choice-fields.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { TextAreaField } from '../../../../ui/field.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { CertificateNotice } from './certificate-notice.tsx';
import { type Decided, decisionOf, openBases } from './decision-rules.ts';
import styles from './requests.module.css';
import { useDecide } from './use-decide.ts';

const nothingChosen: Decided = { kind: '', basis: '', reason: '', note: '' };

/** Approve or reject, the basis, a note for the contact; then a fresh code. */
export function DecisionForm({ review }: { review: ReviewView }) {
  const { t } = useTranslation('desk-requests');
  const describe = useErrorText();
  const decide = useDecide(review.id);
  const [chosen, setChosen] = useState({ ...nothingChosen, note: review.note ?? '' });
  const [isIncomplete, setIncomplete] = useState(false);
  const change = (part: Partial<Decided>) => {
    setChosen({ ...chosen, ...part });
    setIncomplete(false);
  };
  const isTooLong = chosen.note.trim().length > requestTerms.noteMaxLength;
  const step = review.certificate?.step === 'confirm' ? 'confirm' : 'propose';
  const name = review.owner.name ?? review.owner.email;

  /** The form is gone then, and its place for failures with it. */
  function showIfClosed(error: unknown) {
    if (error instanceof ApiError && error.code === 'review_closed') toasts.error(describe(error));
    return undefined;
  }

  async function submit() {
    const decision = decisionOf(chosen, review);
    setIncomplete(!decision);
    if (!decision || isTooLong || decide.isPending) return;
    const words = {
      title: t(`confirm.${decision.kind}`, { name }),
      lead: t(`confirm.${decision.kind}Lead`),
    };
    const done = await decide.mutateAsync({ decision, words }).catch(showIfClosed);
    if (done) toasts.success(t(`done.${decision.kind}`));
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
          value={chosen.kind}
          options={(['approve', 'reject'] as const).map((value) => ({
            value,
            label: t(`decision.${value}`),
            note: t(`decision.${value}Note`),
          }))}
          onChange={(kind) => change({ kind })}
        />
        {chosen.kind === 'approve' && (
          <RadioGroup
            legend={t('decision.basis')}
            value={chosen.basis}
            options={openBases(review).map((value) => ({
              value,
              label: t(`bases.${value}`),
              note: value === 'death_certificate' ? t(`certificate.note.${step}`) : undefined,
            }))}
            onChange={(basis) => change({ basis })}
          />
        )}
        {chosen.kind === 'approve' && review.documents.length === 0 && (
          <Notice>{t('certificate.needsDocument')}</Notice>
        )}
        {chosen.kind === 'reject' && (
          <RadioGroup
            legend={t('decision.reason')}
            value={chosen.reason}
            options={operatorRejections.map((value) => ({
              value,
              label: t(`rejections.${value}`),
            }))}
            onChange={(reason) => change({ reason })}
          />
        )}
        {chosen.kind && (
          <TextAreaField
            label={t('decision.note')}
            help={t('decision.noteHelp')}
            error={isTooLong ? 'too_long' : undefined}
            className={styles.note}
            value={chosen.note}
            onChange={(event) => change({ note: event.currentTarget.value })}
          />
        )}
        {isIncomplete && (
          <Notice kind="error" announced>
            {t('decision.incomplete')}
          </Notice>
        )}
        <FormFailure failure={decide.error ?? undefined} title={t('decision.failed')} />
        <div>
          <Button type="submit" loading={decide.isPending}>
            {t('decision.submit')}
          </Button>
        </div>
      </Form>
      <LeaveGuard isChanged={chosen.note.trim() !== (review.note ?? '')} />
    </SectionCard>
  );
}
