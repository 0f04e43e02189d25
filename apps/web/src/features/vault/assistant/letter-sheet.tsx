import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Notebook } from '../../../ui/drawings/notebook.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import spine from '../../../ui/stitched-spine.module.css';
import type { LetterInHand } from './conversation/letter.ts';
import styles from './letter-sheet.module.css';
import type { InsertedDraft } from './public/inserted-draft.ts';

interface LetterSheetProps {
  letter: LetterInHand | undefined;
  onInsert: (draft: InsertedDraft) => void;
}

/** What the answers have become so far, as it would stand in the instruction. */
export function LetterSheet({ letter, onInsert }: LetterSheetProps) {
  const { t } = useTranslation('assistant');
  return (
    <section className={styles.side} aria-label={t('draft.title')}>
      {letter ? (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <div className={classes(styles.sheet, spine.stitched)} tabIndex={0}>
            <p className={styles.state}>{t(letter.isWhole ? 'draft.title' : 'draft.grows')}</p>
            {letter.facts.title && <Heading level={2}>{letter.facts.title}</Heading>}
            <p className={styles.letterText}>{letter.text}</p>
          </div>
          <Button
            kind={letter.isWhole ? 'primary' : 'quiet'}
            wide
            onClick={() => onInsert({ text: letter.text, facts: letter.facts })}
          >
            {t('draft.insert')}
          </Button>
        </>
      ) : (
        <div className={styles.noLetter}>
          <Notebook />
          <p>{t('draft.none')}</p>
        </div>
      )}
    </section>
  );
}
