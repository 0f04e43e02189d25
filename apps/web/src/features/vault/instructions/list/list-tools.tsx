import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { InstructionCounts } from '@zavet/contract/vault/instruction-endpoints';
import {
  type InstructionCategory,
  instructionCategories,
  instructionOrders,
  instructionPriorities,
  instructionStates,
} from '@zavet/contract/vault/instruction-values';
import { type ReactNode, useId, useState } from 'react';
import { Initials } from '../../../../ui/initials.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconAdjustments } from '../../../../ui/more-icons.tsx';
import { SearchField, useSearchWords } from '../../../../ui/search-field.tsx';
import { Select, type SelectOption } from '../../../../ui/select.tsx';
import { Tab, TabButton, TabStrip } from '../../../../ui/tab-strip.tsx';
import { useMedia } from '../../../../ui/use-media.ts';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import styles from './list.module.css';
import {
  changeListState,
  countFilters,
  type ListSearch,
  listSearchOf,
  listStateOf,
  useListState,
} from './list-state.ts';

interface ListToolsProps {
  contacts: readonly ContactView[];
}

/** Search and filters; on narrow screens the filters are behind a button. */
export function ListTools({ contacts }: ListToolsProps) {
  const { t } = useTranslation('list');
  const { listState, update } = useListState();
  const search = useSearchWords(listState.searchText, (searchText) => update({ searchText }));
  const isWide = useMedia('(min-width: 60em)');
  return (
    <search className={styles.tools}>
      <SearchField
        label={t('search')}
        placeholder={isWide ? t('searchHint') : t('search')}
        value={search.text}
        onChange={(event) => search.setText(event.currentTarget.value)}
      />
      {isWide ? <ListFilters contacts={contacts} /> : <CollapsedFilters contacts={contacts} />}
    </search>
  );
}

function CollapsedFilters({ contacts }: ListToolsProps) {
  const { t } = useTranslation('list');
  const { listState } = useListState();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const count = countFilters(listState);
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        data-selected={count > 0 || undefined}
        aria-label={count > 0 ? t('filters.chosen', { count }) : t('filters.open')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconAdjustments size={24} aria-hidden />
      </button>
      <div id={id} className={styles.folded} hidden={!isOpen}>
        {isOpen && (
          <ListFilters contacts={contacts}>
            <ListOrder />
          </ListFilters>
        )}
      </div>
    </>
  );
}

interface ListFiltersProps {
  contacts: readonly ContactView[];
  children?: ReactNode;
}

function ListFilters({ contacts, children }: ListFiltersProps) {
  const { t } = useTranslation('list');
  const contactOptions = contacts.map(({ id, name, is_confirmed }) => ({
    value: id,
    label: name,
    mark: <Initials name={name} tone={is_confirmed ? 'green' : 'gold'} size="small" />,
  }));
  const optionsOf = <Value extends string>(
    values: readonly Value[],
    label: (value: Value) => string,
  ) => values.map((value) => ({ value, label: label(value) }));
  return (
    <div className={styles.filters}>
      <FilterSelect
        name="to"
        label={t('filters.to')}
        options={[{ value: '', label: t('any.to') }, ...contactOptions]}
      />
      <FilterSelect
        name="priority"
        label={t('filters.priority')}
        options={[
          { value: '', label: t('any.priority') },
          ...optionsOf(instructionPriorities, (value) => t(`priorities.${value}`)),
        ]}
      />
      <FilterSelect
        name="state"
        label={t('filters.state')}
        options={[
          { value: '', label: t('any.state') },
          ...optionsOf(instructionStates, (value) => t(`states.${value}`)),
        ]}
      />
      {children}
    </div>
  );
}

export function ListOrder() {
  const { t } = useTranslation('list');
  const options = instructionOrders.map((value) => ({ value, label: t(`orders.${value}`) }));
  return (
    <div className={styles.order}>
      <FilterSelect name="sort" label={t('filters.sort')} isLabelHidden options={options} />
    </div>
  );
}

interface FilterSelectProps {
  name: 'to' | 'priority' | 'state' | 'sort';
  label: string;
  /** Shows the selected option without the label before it. */
  isLabelHidden?: boolean;
  options: readonly SelectOption[];
}

function FilterSelect({ name, label, isLabelHidden, options }: FilterSelectProps) {
  const { listState, update } = useListState();
  const search: ListSearch = { ...listSearchOf(listState), sort: listState.sort };
  return (
    <Select
      aria-label={label}
      prefix={isLabelHidden ? undefined : `${label}:`}
      value={search[name] ?? ''}
      options={options}
      onChange={({ currentTarget: { value } }) =>
        update({ ...listStateOf({ ...search, [name]: value }), page: 1 })
      }
    />
  );
}

/** Tabs of all categories; empty ones are hidden behind a button. */
export function CategoryStrip({ counts }: { counts: InstructionCounts }) {
  const { t } = useTranslation(['instructions', 'list']);
  const { listState } = useListState();
  const [isExpanded, setExpanded] = useState(false);
  const hidden = instructionCategories.filter(
    (category) => counts.category[category] === 0 && category !== listState.category,
  );
  const shown = instructionCategories.filter(
    (category) => isExpanded || !hidden.includes(category),
  );

  return (
    <TabStrip label={t('filter')} layout="scroll" current={listState.category}>
      <CategoryTab category={undefined} count={counts.total} />
      {shown.map((category) => (
        <CategoryTab key={category} category={category} count={counts.category[category]} />
      ))}
      {!isExpanded && hidden.length > 0 && (
        <TabButton
          onClick={({ currentTarget }) => {
            const strip = currentTarget.closest('nav');
            setExpanded(true);
            // Moves the focus to the first category that replaces the button.
            requestAnimationFrame(() =>
              strip?.querySelector<HTMLElement>(`[data-category="${hidden[0]}"]`)?.focus(),
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

interface CategoryTabProps {
  category: InstructionCategory | undefined;
  count: number;
}

function CategoryTab({ category, count }: CategoryTabProps) {
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  const { listState } = useListState();
  return (
    <Tab
      to="/instructions"
      search={listSearchOf(changeListState(listState, { category }))}
      replace
      resetScroll={false}
      isSmall
      data-category={category}
      current={listState.category === category && 'true'}
      activeOptions={{ exact: true }}
    >
      {t(`categories.${category ?? 'all'}`)}
      <span>{formats.number(count)}</span>
    </Tab>
  );
}
