import type { LapsingPlan } from '@zavet/contract/billing/plan-endpoints';
import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { useLapsingPlans } from '../legacy-queries.ts';
import { GiftDialog } from './gift-dialog.tsx';

/** The owner's plan is unpaid and files will go: the day, and a way to keep them. */
export function LapsingPart({ legacy }: { legacy: LegacyView }) {
  const { data } = useLapsingPlans();
  const plan = data?.plans.find(
    ({ trusted_contact_id }) => trusted_contact_id === legacy.trusted_contact_id,
  );
  return plan ? <LapsingNotice legacy={legacy} plan={plan} /> : null;
}

function LapsingNotice({ legacy, plan }: { legacy: LegacyView; plan: LapsingPlan }) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  return (
    <Notice
      kind="warning"
      title={t('lapse.title', { date: formats.date(plan.files_removed_on) })}
      actions={
        <Button kind="quiet" onClick={() => setOpen(true)}>
          {t('lapse.action')}
        </Button>
      }
    >
      <p>{t('lapse.text')}</p>
      {plan.is_paid_by_other && <p>{t('lapse.paidByOther')}</p>}
      {isOpen && <GiftDialog legacy={legacy} plan={plan} onClose={() => setOpen(false)} />}
    </Notice>
  );
}
