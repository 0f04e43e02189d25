import { instructionCategories } from '@zavet/contract/vault/instruction-values';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './choices.module.css';

/** For whom one can write: cards, all of them in sight and none cut. */
export function CategoryCards({ onChoose }: { onChoose: (words: string) => void }) {
  const { t } = useTranslation(['assistant', 'instructions']);
  return (
    <ul className={styles.categories} aria-label={t('quick.categories')}>
      {instructionCategories.map((category) => {
        const words = t(`instructions:categories.${category}`);
        return (
          <li key={category}>
            <button type="button" className={styles.category} onClick={() => onChoose(words)}>
              {words}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
