import type { InstructionCounts } from '@zavet/contract/vault/instruction-endpoints';
import { instructionPriorities } from '@zavet/contract/vault/instruction-values';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from './tools.module.css';

/** How many there are, in all and by priority. */
export function ListFigures({ counts }: { counts: InstructionCounts }) {
  const { t } = useTranslation('instructions');
  return (
    <dl className={styles.figures} aria-label={t('tiles.label')}>
      <Figure label={t('tiles.total')} figure={counts.total} />
      {instructionPriorities.map((priority) => (
        <Figure key={priority} label={t(`tiles.${priority}`)} figure={counts.priority[priority]} />
      ))}
    </dl>
  );
}

function Figure({ label, figure }: { label: string; figure: number }) {
  const formats = useFormats();
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>{formats.number(figure)}</dd>
    </div>
  );
}
