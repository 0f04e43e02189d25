import type { ProtocolRulesView } from '@zavet/contract/protocol/settings-endpoints';
import { SectionCard } from '../../../../ui/card.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { PendingRules } from './pending-rules.tsx';
import { RulesForm } from './rules-form.tsx';

export function RulesCard({ rules }: { rules: ProtocolRulesView }) {
  const { t } = useTranslation('release');
  return (
    <SectionCard title={t('rules.title')}>
      {rules.pending && <PendingRules rules={rules} pending={rules.pending} />}
      <RulesForm rules={rules} />
    </SectionCard>
  );
}
