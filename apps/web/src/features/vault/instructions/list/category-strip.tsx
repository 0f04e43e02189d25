import type { InstructionCounts } from '@zavet/contract/vault/instruction-endpoints';
import {
  type InstructionCategory,
  instructionCategories,
} from '@zavet/contract/vault/instruction-values';
import { useState } from 'react';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Tab, TabButton, TabStrip } from '../../../../ui/tab-strip.tsx';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { changedPlace, listSearchOf } from './list-place.ts';
import { useListPlace } from './use-list-place.ts';

/** All categories; empty ones are collapsed. */
export function CategoryStrip({ counts }: { counts: InstructionCounts }) {
  const { t } = useTranslation(['instructions', 'list']);
  const { place } = useListPlace();
  const [isWhole, setWhole] = useState(false);
  const folded = instructionCategories.filter(
    (category) => counts.category[category] === 0 && category !== place.category,
  );
  const shown = instructionCategories.filter((one) => isWhole || !folded.includes(one));

  return (
    <TabStrip label={t('filter')} layout="scroll" current={place.category}>
      <Category category={undefined} count={counts.total} />
      {shown.map((category) => (
        <Category key={category} category={category} count={counts.category[category]} />
      ))}
      {!isWhole && folded.length > 0 && (
        <TabButton
          onClick={({ currentTarget }) => {
            const strip = currentTarget.closest('nav');
            setWhole(true);
            // The focus moves to the first category that replaces the button.
            requestAnimationFrame(() =>
              strip?.querySelector<HTMLElement>(`[data-category="${folded[0]}"]`)?.focus(),
            );
          }}
        >
          {t('list:moreCategories')}
          <VisuallyHidden>{t('list:moreCategoriesNote')}</VisuallyHidden>
        </TabButton>
      )}
    </TabStrip>
  );
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
    <Tab
      to="/instructions"
      search={listSearchOf(changedPlace(place, { category }))}
      replace
      resetScroll={false}
      isSmall
      data-category={category}
      current={place.category === category && 'true'}
      activeOptions={{ exact: true }}
    >
      {t(`categories.${category ?? 'all'}`)}
      <span>{formats.number(count)}</span>
    </Tab>
  );
}
