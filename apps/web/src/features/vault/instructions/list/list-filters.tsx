import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import {
  instructionOrders,
  instructionPriorities,
  instructionStates,
} from '@zavet/contract/vault/instruction-values';
import type { ReactNode } from 'react';
import { Initials } from '../../../../ui/initials.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Select, type SelectOption } from '../../../../ui/select.tsx';
import { type ListSearch, listPlaceOf, listSearchOf } from './list-place.ts';
import styles from './tools.module.css';
import { useListPlace } from './use-list-place.ts';

interface ListFiltersProps {
  contacts: readonly ContactView[];
  /** What else is chosen there. */
  children?: ReactNode;
}

/** To whom, how important, and where it stands. */
export function ListFilters({ contacts, children }: ListFiltersProps) {
  const { t } = useTranslation('list');
  const people = contacts.map(({ id, name, is_confirmed }) => ({
    value: id,
    label: name,
    mark: <Initials name={name} tone={is_confirmed ? 'green' : 'gold'} size="small" />,
  }));
  const named = <Value extends string>(values: readonly Value[], label: (value: Value) => string) =>
    values.map((value) => ({ value, label: label(value) }));
  return (
    <div className={styles.filters}>
      <Filter
        name="to"
        label={t('filters.to')}
        options={[{ value: '', label: t('any.to') }, ...people]}
      />
      <Filter
        name="priority"
        label={t('filters.priority')}
        options={[
          { value: '', label: t('any.priority') },
          ...named(instructionPriorities, (value) => t(`priorities.${value}`)),
        ]}
      />
      <Filter
        name="state"
        label={t('filters.state')}
        options={[
          { value: '', label: t('any.state') },
          ...named(instructionStates, (value) => t(`states.${value}`)),
        ]}
      />
      {children}
    </div>
  );
}

/** What comes first. */
export function ListOrder() {
  const { t } = useTranslation('list');
  const options = instructionOrders.map((value) => ({ value, label: t(`orders.${value}`) }));
  return (
    <div className={styles.order}>
      <Filter name="sort" label={t('filters.sort')} isSaidByChoice options={options} />
    </div>
  );
}

interface FilterProps {
  /** As the address calls it. */
  name: 'to' | 'priority' | 'state' | 'sort';
  label: string;
  /** What is chosen needs no word before it. */
  isSaidByChoice?: boolean;
  options: readonly SelectOption[];
}

function Filter({ name, label, isSaidByChoice, options }: FilterProps) {
  const { place, choose } = useListPlace();
  const search: ListSearch = { ...listSearchOf(place), sort: place.sort };
  return (
    <Select
      aria-label={label}
      prefix={isSaidByChoice ? undefined : `${label}:`}
      value={search[name] ?? ''}
      options={options}
      onChange={({ currentTarget: { value } }) =>
        choose({ ...listPlaceOf({ ...search, [name]: value }), page: 1, after: undefined })
      }
    />
  );
}
