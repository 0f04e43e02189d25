import type { InstructionPriority } from '@zavet/contract/vault/instruction-values';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';

const tones: Record<InstructionPriority, Tone> = { high: 'red', medium: 'gold', low: 'plain' };

export function PriorityBadge({ priority }: { priority: InstructionPriority }) {
  const { t } = useTranslation('instructions');
  return <Badge tone={tones[priority]}>{t(`priorities.${priority}`)}</Badge>;
}
