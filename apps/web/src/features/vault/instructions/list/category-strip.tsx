import { Link } from '@tanstack/react-router';
import type { InstructionCounts } from '@zavet/contract/instructions/instruction-list-schemas';
import {
  type InstructionCategory,
  instructionCategories,
} from '@zavet/contract/instructions/instruction-values';
import { useEffect, useRef, useState } from 'react';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { changedPlace, listSearchOf } from './list-place.ts';
import styles from './tools.module.css';
import { useListPlace } from './use-list-place.ts';

/** All categories; those that hold nothing are folded up. On a phone the strip scrolls sideways. */
export function CategoryStrip({ counts }: { counts: InstructionCounts }) {
  const { t } = useTranslation(['instructions', 'list']);
  const { place } = useListPlace();
  const [isWhole, setWhole] = useState(false);
  const strip = useRef<HTMLElement>(null);
  const folded = instructionCategories.filter(
    (category) => counts.category[category] === 0 && category !== place.category,
  );
  const shown = instructionCategories.filter((one) => isWhole || !folded.includes(one));

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen comes into sight
  useEffect(() => {
    const chosen = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (!strip.current || !chosen) return;
    const middle = chosen.offsetLeft - (strip.current.clientWidth - chosen.offsetWidth) / 2;
    strip.current.scrollTo({ left: middle });
  }, [place.category]);

  return (
    <nav ref={strip} className={styles.strip} aria-label={t('filter')}>
      <Category category={undefined} count={counts.total} />
      {shown.map((category) => (
        <Category key={category} category={category} count={counts.category[category]} />
      ))}
      {!isWhole && folded.length > 0 && (
        <button
          type="button"
          className={styles.category}
          onClick={() => {
            setWhole(true);
            // The button goes; keyboards go on at what came in its place.
            requestAnimationFrame(() => focusFirstOf(strip.current, folded));
          }}
        >
          {t('list:moreCategories')}
          <VisuallyHidden>{t('list:moreCategoriesNote')}</VisuallyHidden>
        </button>
      )}
    </nav>
  );
}

function focusFirstOf(strip: HTMLElement | null, folded: readonly InstructionCategory[]) {
  strip?.querySelector<HTMLElement>(`[data-category="${folded[0]}"]`)?.focus();
}

interface CategoryProps {
  category: InstructionCategory | undefined;
  count: number;
}

function Category({ category, count }: CategoryProps) {
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  const { place } = useListPlace();
  return (
    <Link
      to="/instructions"
      search={listSearchOf(changedPlace(place, { category }))}
      replace
      resetScroll={false}
      className={styles.category}
      data-category={category}
      aria-current={place.category === category ? 'true' : undefined}
      activeOptions={{ exact: true }}
    >
      {t(`categories.${category ?? 'all'}`)}
      <span>{formats.number(count)}</span>
    </Link>
  );
}
