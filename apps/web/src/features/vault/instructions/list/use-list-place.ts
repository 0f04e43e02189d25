import { useNavigate, useSearch } from '@tanstack/react-router';
import type { InstructionFilters } from '../instruction-pages.ts';
import {
  changedPlace,
  type ListPlace,
  type ListSearch,
  listPlaceOf,
  listSearchOf,
} from './list-place.ts';

/** The place in the list that the address names, and the way to another one. */
export function useListPlace() {
  const place = listPlaceOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { page: _, after: __, ...filters } = place;
  return {
    place,
    filters: filters satisfies InstructionFilters,
    choose: (change: Partial<ListPlace>) =>
      void navigate({
        to: '/instructions',
        search: listSearchOf(changedPlace(place, change)),
        replace: true,
        resetScroll: false,
      }),
  };
}

/** What leads back to the place in the list from where a form was opened. */
export function useListSearch(): ListSearch {
  return listSearchOf(listPlaceOf(useSearch({ strict: false })));
}
