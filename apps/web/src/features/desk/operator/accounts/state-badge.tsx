import type { AccountState } from '@zavet/contract/desk/desk-values';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

const tones: Record<AccountState, Tone> = {
  unconfirmed: 'plain',
  active: 'green',
  suspended: 'red',
  protocol_waiting: 'gold',
  protocol_active: 'red',
};

export function StateBadge({ state }: { state: AccountState }) {
  const { t } = useTranslation('desk-accounts');
  return <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>;
}
