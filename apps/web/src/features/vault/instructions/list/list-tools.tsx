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
  filterCount,
  type ListSearch,
  listSearchOf,
  listStateOf,
  useListState,
  withListChange,
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
  const count = filterCount(listState);
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
  /** Further filters. */
  children?: ReactNode;
}

/** Filters by recipient, priority and state. */
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
      <Filter
        name="to"
        label={t('filters.to')}
        options={[{ value: '', label: t('any.to') }, ...contactOptions]}
      />
      <Filter
        name="priority"
        label={t('filters.priority')}
        options={[
          { value: '', label: t('any.priority') },
          ...optionsOf(instructionPriorities, (value) => t(`priorities.${value}`)),
        ]}
      />
      <Filter
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
      <Filter name="sort" label={t('filters.sort')} isLabelHidden options={options} />
    </div>
  );
}

interface FilterProps {
  /** The URL parameter. */
  name: 'to' | 'priority' | 'state' | 'sort';
  label: string;
  /** Shows the selected option without the label before it. */
  isLabelHidden?: boolean;
  options: readonly SelectOption[];
}

function Filter({ name, label, isLabelHidden, options }: FilterProps) {
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
      <Category category={undefined} count={counts.total} />
      {shown.map((category) => (
        <Category key={category} category={category} count={counts.category[category]} />
      ))}
      {!isExpanded && hidden.length > 0 && (
        <TabButton
          onClick={({ currentTarget }) => {
            const strip = currentTarget.closest('nav');
            setExpanded(true);
            // The focus moves to the first category that replaces the button.
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

interface CategoryProps {
  category: InstructionCategory | undefined;
  count: number;
}

function Category({ category, count }: CategoryProps) {
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  const { listState } = useListState();
  return (
    <Tab
      to="/instructions"
      search={listSearchOf(withListChange(listState, { category }))}
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
