import { ApiError } from '@zavet/contract/client';
import type { ReviewView } from '@zavet/contract/operators/review-endpoints';
import {
  approvalBases,
  operatorRejections,
  requestTerms,
} from '@zavet/contract/protocol/request-values';
import { useState } from 'react';
import { Button } from '../../../interface/button.tsx';
import { useErrorText } from '../../../interface/error-text.ts';
import { Form, FormFailure } from '../../../interface/form/form.tsx';
import { LeaveGuard } from '../../../interface/form/leave-guard.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import { RadioGroup } from '../../../interface/radio-group.tsx';
import { SectionCard } from '../../../interface/section-card.tsx';
import { TextAreaField } from '../../../interface/text-area-field.tsx';
import { toasts } from '../../../interface/toasts.tsx';
import { type Decided, decisionOf } from './decision-rules.ts';
import styles from './requests.module.css';
import { useDecide } from './reviews.ts';

const nothingChosen: Decided = { kind: '', basis: '', reason: '', note: '' };

/** Yes or no, what it rests on, a note for the contact; then a fresh code. */
export function DecisionForm({ review }: { review: ReviewView }) {
  const { t } = useTranslation('desk-requests');
  const describe = useErrorText();
  const decide = useDecide(review.id);
  const [chosen, setChosen] = useState(nothingChosen);
  const [isIncomplete, setIncomplete] = useState(false);
  const change = (part: Partial<Decided>) => {
    setChosen({ ...chosen, ...part });
    setIncomplete(false);
  };
  const isTooLong = chosen.note.trim().length > requestTerms.noteMaxLength;
  const name = review.owner.name ?? review.owner.email;

  /** Then the form is gone, and its place for failures with it. */
  function tellIfClosed(error: unknown) {
    if (error instanceof ApiError && error.code === 'review_closed') toasts.error(describe(error));
    return undefined;
  }

  async function submit() {
    const decision = decisionOf(chosen);
    setIncomplete(!decision);
    if (!decision || isTooLong || decide.isPending) return;
    const words = {
      title: t(`confirm.${decision.kind}`, { name }),
      lead: t(`confirm.${decision.kind}Lead`),
    };
    const done = await decide.mutateAsync({ decision, words }).catch(tellIfClosed);
    if (done) toasts.success(t(`done.${decision.kind}`));
  }

  return (
    <SectionCard title={t('decision.title')}>
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
            options={approvalBases.map((value) => ({
              value,
              label: t(`bases.${value}`),
              note: value === 'death_certificate' ? t('decision.certificateNote') : undefined,
            }))}
            onChange={(basis) => change({ basis })}
          />
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
      <LeaveGuard isChanged={chosen.note.trim() !== ''} />
    </SectionCard>
  );
}
