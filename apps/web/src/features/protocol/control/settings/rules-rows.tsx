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
import { type ReactNode, useState } from 'react';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { CheckField, RadioGroup } from '../../../../ui/choice-fields.tsx';
import { ConfirmDialog, useConfirmation } from '../../../../ui/confirm-dialog.tsx';
import { Form, FormFailure } from '../../../../ui/form/form.tsx';
import { LeaveGuard } from '../../../../ui/form/leave-guard.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { SettingRow } from '../../../../ui/setting-row.tsx';
import { toasts } from '../../../../ui/toasts.tsx';
import { useEditMode } from '../../../../ui/use-edit-mode.ts';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';
import { canRequireSecondContact } from '../protocol-rules.ts';
import { isSameChoice, startDateOf } from './choice-rules.ts';
import styles from './settings.module.css';

interface RulesProps {
  rules: ProtocolRulesView;
}

export function WaitingPeriodRow({ rules }: RulesProps) {
  const { t } = useTranslation(['release', 'protocol']);
  const formats = useFormats();
  const mode = useEditMode();
  const duration = (hours: number) =>
    hours === 0 ? t('protocol:noWaiting') : formats.hours(hours);
  return (
    <SettingRow name={t('rules.waiting')} value={duration(rules.waiting_hours)} mode={mode}>
      <RuleForm rules={rules} onDone={mode.close}>
        {({ choice, setChoice }) => (
          <RadioGroup
            legend={t('rules.waiting')}
            help={t('rules.waitingHelp')}
            value={String(choice.waiting_hours)}
            options={waitingChoices.map((hours) => ({
              value: String(hours),
              label: duration(hours),
              note: hours === 0 ? t('rules.noneNote') : undefined,
            }))}
            onChange={(value) => {
              const hours = waitingChoices.find((one) => String(one) === value);
              if (hours !== undefined) setChoice({ ...choice, waiting_hours: hours });
            }}
          />
        )}
      </RuleForm>
    </SettingRow>
  );
}

const dayMs = 24 * 60 * 60 * 1000;
/** Durations in the help text: agreement timeout, and minimum waiting period without agreement. */
const helpFigures = {
  agreementDays: releaseTimings.agreement / dayMs,
  leastDays: waitingHoursOf({ waiting_hours: 0, needs_second: true }, true) / 24,
};

export function SecondContactRow({ rules }: RulesProps) {
  const { t } = useTranslation('release');
  const mode = useEditMode();
  const isPossible = canRequireSecondContact(rules);
  const wasRequired = rules.needs_second || rules.pending?.needs_second === true;
  return (
    <SettingRow
      name={t('rules.secondName')}
      value={t(rules.needs_second ? 'rules.needed' : 'rules.notNeeded')}
      note={wasRequired && !isPossible && <p className={styles.help}>{t('rules.secondIdle')}</p>}
      mode={mode}
    >
      <RuleForm rules={rules} onDone={mode.close}>
        {({ choice, setChoice }) => (
          <div className={styles.second}>
            <CheckField
              label={t('rules.second')}
              checked={choice.needs_second}
              // An existing requirement can be unchecked even if too few contacts remain.
              disabled={!isPossible && !choice.needs_second && !wasRequired}
              onChange={(event) =>
                setChoice({ ...choice, needs_second: event.currentTarget.checked })
              }
            />
            <p className={styles.help}>
              {isPossible || wasRequired
                ? t('rules.secondHelp', helpFigures)
                : t('rules.secondTooFew')}
            </p>
          </div>
        )}
      </RuleForm>
    </SettingRow>
  );
}

interface RuleFormProps extends RulesProps {
  onDone: () => void;
  children: (fields: {
    choice: ProtocolRulesInput;
    setChoice: (choice: ProtocolRulesInput) => void;
  }) => ReactNode;
}

/** Saves the choice. A weaker choice needs a confirmation. */
function RuleForm({ rules, onDone, children }: RuleFormProps) {
  const { t } = useTranslation(['release', 'shell']);
  const formats = useFormats();
  const save = useMutationOf('setProtocolRules');
  const question = useConfirmation<Date | undefined>();
  const { waiting_hours, needs_second } = rules.pending ?? rules;
  const saved = { waiting_hours, needs_second };
  const [choice, setChoice] = useState<ProtocolRulesInput>(saved);
  const isChanged = !isSameChoice(choice, saved);

  async function submit() {
    if (save.isPending) return;
    const later = startDateOf(choice, rules, new Date());
    if (isChanged && isWeaker(choice, rules) && !(await question.ask(later))) return;
    try {
      const { pending } = await save.mutateAsync({ body: choice });
      const words = pending && t('rules.savedLater', { day: formats.date(pending.from) });
      toasts.success(words ?? t('rules.saved'));
      onDone();
    } catch {
      // The form shows the error.
    }
  }

  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children({ choice, setChoice })}
      {save.isError && <FormFailure failure={save.error} title={t('rules.failed')} />}
      <div className={styles.actions}>
        <Button type="submit" loading={save.isPending}>
          {t('shell:actions.save')}
        </Button>
        <Button kind="quiet" disabled={save.isPending} onClick={onDone}>
          {t('shell:actions.cancel')}
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
      </ConfirmDialog>
    </Form>
  );
}

interface PendingRulesProps extends RulesProps {
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
    const words = { done: t('pending.recalled'), failed: t('pending.failed') };
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
      <p>{t('pending.later', { rules: describeRules(pending) })}</p>
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
