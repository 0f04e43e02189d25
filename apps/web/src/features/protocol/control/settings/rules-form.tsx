import {
  isWeaker,
  type ReleaseRules,
  releaseTimings,
  waitingChoices,
  waitingHoursOf,
} from '@zavet/contract/protocol/release-rules';
import type {
  ProtocolRulesInput,
  ProtocolRulesView,
} from '@zavet/contract/protocol/settings-endpoints';
import { useState } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { CheckField, RadioGroup } from '../../../../ui/choice-fields.tsx';
import { ConfirmDialog, useConfirmation } from '../../../../ui/confirm-dialog.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import { canRequireSecond } from '../protocol-rules.ts';
import { appliesFrom, isSameChoice } from './choice-rules.ts';
import styles from './settings.module.css';

const dayMs = 24 * 60 * 60 * 1000;
/** Durations in the help text: time to agree, then the least waiting period. */
const helpFigures = {
  agreementDays: releaseTimings.agreement / dayMs,
  leastDays: waitingHoursOf({ waiting_hours: 0, needs_second: true }, true) / 24,
};

/** Waiting period and second contact. A weaker choice needs a confirmation. */
export function RulesForm({ rules }: { rules: ProtocolRulesView }) {
  const { t } = useTranslation(['release', 'protocol', 'shell']);
  const formats = useFormats();
  const save = useMutationOf('setProtocolRules');
  const question = useConfirmation<Date | undefined>();
  const { choice, setChoice, isChanged } = useChoice(rules);

  async function submit() {
    if (save.isPending) return;
    const later = appliesFrom(choice, rules, new Date());
    const needsQuestion = isChanged && isWeaker(choice, rules);
    if (needsQuestion && !(await question.ask(later))) return;
    try {
      const { pending } = await save.mutateAsync({ body: choice });
      const words = pending && t('rules.savedLater', { day: formats.date(pending.from) });
      toasts.success(words ?? t('rules.saved'));
    } catch {
      // Shown in the form.
    }
  }

  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <RadioGroup
        legend={t('rules.waiting')}
        help={t('rules.waitingHelp')}
        value={String(choice.waiting_hours)}
        options={waitingChoices.map((hours) => ({
          value: String(hours),
          label: hours === 0 ? t('protocol:noWaiting') : formats.hours(hours),
          note: hours === 0 ? t('rules.noneNote') : undefined,
        }))}
        onChange={(value) => {
          const hours = waitingChoices.find((one) => String(one) === value);
          if (hours !== undefined) setChoice({ ...choice, waiting_hours: hours });
        }}
      />
      <SecondContactField
        rules={rules}
        isOn={choice.needs_second}
        onChange={(needs_second) => setChoice({ ...choice, needs_second })}
      />
      {save.isError && <FormFailure failure={save.error} title={t('rules.failed')} />}
      <div>
        <Button type="submit" loading={save.isPending}>
          {t('shell:actions.save')}
        </Button>
      </div>
      <LeaveGuard isChanged={isChanged && !save.isPending} />
      <ConfirmDialog
        {...question.dialogProps}
        title={t('weaker.title')}
        confirmLabel={t('weaker.confirm')}
        cancelLabel={t('weaker.cancel')}
      >
        <p>
          {question.subject
            ? t('weaker.later', { day: formats.deadline(question.subject.toISOString()) })
            : t('weaker.atOnce')}
        </p>
        <p>{t('weaker.mail')}</p>
      </ConfirmDialog>
    </Form>
  );
}

/** The choice on the screen, replaced by a saved one from here or another tab. */
function useChoice(rules: ProtocolRulesView) {
  const { waiting_hours, needs_second } = rules.pending ?? rules;
  const [saved, setSaved] = useState<ProtocolRulesInput>({ waiting_hours, needs_second });
  const [choice, setChoice] = useState(saved);
  if (!isSameChoice(saved, { waiting_hours, needs_second })) {
    setSaved({ waiting_hours, needs_second });
    setChoice({ waiting_hours, needs_second });
  }
  return { choice, setChoice, isChanged: !isSameChoice(choice, saved) };
}

interface SecondContactFieldProps {
  rules: ProtocolRulesView;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function SecondContactField({ rules, isOn, onChange }: SecondContactFieldProps) {
  const { t } = useTranslation('release');
  const isPossible = canRequireSecond(rules);
  const wasRequired = rules.needs_second || rules.pending?.needs_second === true;
  return (
    <div className={styles.second}>
      <CheckField
        label={t('rules.second')}
        checked={isOn}
        // A choice made with more contacts stays and can be unchecked.
        disabled={!isPossible && !isOn && !wasRequired}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <p className={styles.help}>{t('rules.secondHelp', helpFigures)}</p>
      {!isPossible && (
        <p className={styles.help}>{t(wasRequired ? 'rules.secondIdle' : 'rules.secondTooFew')}</p>
      )}
    </div>
  );
}

interface PendingRulesProps {
  rules: ProtocolRulesView;
  pending: NonNullable<ProtocolRulesView['pending']>;
}

/** A weaker choice that does not apply yet and can be cancelled. */
export function PendingRules({ rules, pending }: PendingRulesProps) {
  const { t } = useTranslation('release');
  const report = useOutcomeToast();
  const formats = useFormats();
  const describeRules = useRulesDescription();
  const save = useMutationOf('setProtocolRules');
  const { waiting_hours, needs_second } = rules;
  const day = formats.deadline(pending.from);

  function cancelChange() {
    const words = { done: t('pending.takenBack'), failed: t('pending.failed') };
    void report(save.mutateAsync({ body: { waiting_hours, needs_second } }), words);
  }

  return (
    <Notice
      kind="warning"
      title={t('pending.title', { day })}
      actions={
        <Button kind="quiet" loading={save.isPending} onClick={cancelChange}>
          {t('pending.takeBack')}
        </Button>
      }
    >
      <p>{t('pending.today', { rules: describeRules(rules) })}</p>
      <p>{t('pending.later', { day, rules: describeRules(pending) })}</p>
    </Notice>
  );
}

function useRulesDescription(): (rules: ReleaseRules) => string {
  const { t } = useTranslation('release');
  const formats = useFormats();
  return ({ waiting_hours, needs_second }) => {
    const waiting =
      waiting_hours === 0
        ? t('pending.atOnce')
        : t('pending.waits', { time: formats.hours(waiting_hours) });
    return needs_second ? `${waiting}, ${t('pending.second')}` : waiting;
  };
}
