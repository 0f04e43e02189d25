import type { InstructionSummary } from '@zavet/contract/instructions/instruction-schemas';
import { instructionPriorities } from '@zavet/contract/instructions/instruction-values';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import styles from '../instructions.module.css';
import { countByPriority } from './instruction-filter.ts';

/** How many there are, in all and by priority. */
export function InstructionTiles({ instructions }: { instructions: InstructionSummary[] }) {
  const { t } = useTranslation('instructions');
  const counts = countByPriority(instructions);
  return (
    <dl className={styles.tiles} aria-label={t('tiles.label')}>
      <Tile label={t('tiles.total')} figure={instructions.length} />
      {instructionPriorities.map((priority) => (
        <Tile key={priority} label={t(`tiles.${priority}`)} figure={counts[priority]} />
      ))}
    </dl>
  );
}

function Tile({ label, figure }: { label: string; figure: number }) {
  return (
    <div className={styles.tile}>
      <dt>{label}</dt>
      <dd>{figure}</dd>
    </div>
  );
}
