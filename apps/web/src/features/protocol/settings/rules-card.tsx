import type { ProtocolRulesView } from '@zavet/contract/protocol/rules-endpoints';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { SectionCard } from '../../../interface/section-card.tsx';
import { PendingRules } from './pending-rules.tsx';
import { RulesForm } from './rules-form.tsx';

export function RulesCard({ rules }: { rules: ProtocolRulesView }) {
  const { t } = useTranslation('release');
  // What the form begins with: a choice that was saved elsewhere begins it anew.
  const chosen = rules.pending ?? rules;
  return (
    <SectionCard title={t('rules.title')}>
      {rules.pending && <PendingRules rules={rules} pending={rules.pending} />}
      <RulesForm key={`${chosen.waiting_hours} ${chosen.needs_second}`} rules={rules} />
    </SectionCard>
  );
}
