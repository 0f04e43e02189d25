import type { ReleaseRules } from '@zavet/contract/protocol/release-rules';
import type { ProtocolRulesView } from '@zavet/contract/protocol/settings-endpoints';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../../ui/button.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { useOutcomeToast } from '../../../../ui/use-outcome-toast.ts';

interface PendingRulesProps {
  rules: ProtocolRulesView;
  pending: NonNullable<ProtocolRulesView['pending']>;
}

/** A weaker choice that does not hold yet, and how it is taken back. */
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
