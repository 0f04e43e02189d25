import { Link } from '@tanstack/react-router';
import type { ReadinessLetter, ReadinessView } from '@zavet/contract/protocol/dashboard-endpoints';
import { Envelope } from '../../../../ui/drawings/envelope.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import styles from './letters.module.css';

/** Sealed letters would arrive today; dashed ones would not, or not whole. A pile stands for the rest. */
export function LetterDrawings({ letters }: Pick<ReadinessView, 'letters'>) {
  const { t } = useTranslation(['dashboard', 'readiness']);
  const { total, shown } = letters;
  if (total === 0) return <Envelope kind="empty" />;
  const rest = total - shown.length;
  return (
    <ul className={styles.letters} aria-label={t('letters.list')}>
      {shown.filter(({ state }) => state === 'arrives').map(toLetter)}
      {rest > 0 && (
        <li>
          <Link to="/instructions" className={styles.letter}>
            <Envelope kind="pile" />
            <span className={styles.name}>{t('readiness:more', { count: rest })}</span>
          </Link>
        </li>
      )}
      {shown.filter(({ state }) => state !== 'arrives').map(toLetter)}
    </ul>
  );
}

function toLetter(letter: ReadinessLetter) {
  return <Letter key={letter.id} letter={letter} />;
}

function Letter({ letter: { id, title, state } }: { letter: ReadinessLetter }) {
  const { t } = useTranslation(['dashboard', 'readiness']);
  return (
    <li>
      <Link
        to="/instructions"
        // What does not open is found in the list.
        search={title ? { edit: id } : {}}
        className={styles.letter}
        data-arrives={state === 'arrives'}
      >
        <Envelope kind={state === 'arrives' ? 'sealed' : 'empty'} />
        <span className={styles.name}>{title || t('readiness:damaged')}</span>
        <VisuallyHidden>{t(`letters.${state}`)}</VisuallyHidden>
      </Link>
    </li>
  );
}
