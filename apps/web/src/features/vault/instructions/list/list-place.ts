import { useNavigate, useSearch } from '@tanstack/react-router';
import { limits } from '@zavet/contract/limits';
import {
  type InstructionCategory,
  type InstructionOrder,
  type InstructionPriority,
  type InstructionState,
  instructionCategories,
  instructionOrders,
  instructionPriorities,
  instructionStates,
} from '@zavet/contract/vault/instruction-values';
import type { InstructionFilters } from '../instruction-queries.ts';

/** Which part of a list is looked at: in the order of pages, and with the cursor of its page where that is known. */
export interface PagePlace {
  page: number;
  after?: string;
}

/** Where somebody stands in the list of instructions: what they look for, in which order, on which page. */
export interface ListPlace extends PagePlace {
  words: string;
  category?: InstructionCategory;
  /** A contact, by id. */
  contact?: string;
  priority?: InstructionPriority;
  state?: InstructionState;
  sort: InstructionOrder;
}

/** A place as an address holds it. */
export interface ListSearch {
  q?: string;
  category?: string;
  to?: string;
  priority?: string;
  state?: string;
  sort?: string;
  page?: string;
  after?: string;
}

const firstOrder: InstructionOrder = 'newest';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const cursorMaxLength = 200;
/** More pages than anybody has. */
const mostPages = 10_000;

/** What an address asks for; what it says and we do not know is left out. */
export function listPlaceOf(search: ListSearch): ListPlace {
  return {
    ...pagePlaceOf(search),
    words: wordsOf(search.q),
    category: oneOf(instructionCategories, search.category),
    contact: search.to && uuid.test(search.to) ? search.to.toLowerCase() : undefined,
    priority: oneOf(instructionPriorities, search.priority),
    state: oneOf(instructionStates, search.state),
    sort: oneOf(instructionOrders, search.sort) ?? firstOrder,
  };
}

/** The address of a place; what goes without saying is left out. */
export function listSearchOf(place: ListPlace): ListSearch {
  return withoutEmpty({
    q: place.words,
    category: place.category,
    to: place.contact,
    priority: place.priority,
    state: place.state,
    sort: place.sort === firstOrder ? undefined : place.sort,
    ...pageSearchOf(place),
  });
}

export function pagePlaceOf({ page, after }: Pick<ListSearch, 'page' | 'after'>): PagePlace {
  const number = page && /^\d{1,5}$/.test(page) ? Number(page) : 1;
  if (number < 2 || number > mostPages) return { page: 1 };
  return { page: number, after: after && after.length <= cursorMaxLength ? after : undefined };
}

export function pageSearchOf({ page, after }: PagePlace): Pick<ListSearch, 'page' | 'after'> {
  return page === 1 ? {} : withoutEmpty({ page: String(page), after });
}

export function wordsOf(text: string | undefined): string {
  return (text ?? '').trim().slice(0, limits.searchMaxLength);
}

/** Another choice is read from its first page on. */
export function changedPlace(place: ListPlace, change: Partial<ListPlace>): ListPlace {
  return { ...place, page: 1, after: undefined, ...change };
}

/** How much is chosen besides the order; the category has a strip of its own. */
export function filterCount({ contact, priority, state }: ListPlace): number {
  return [contact, priority, state].filter(Boolean).length;
}

/** Whether something may be left out of what is shown. */
export function isNarrowed(place: ListPlace): boolean {
  return place.words !== '' || place.category !== undefined || filterCount(place) > 0;
}

function oneOf<Value extends string>(
  values: readonly Value[],
  text: string | undefined,
): Value | undefined {
  return values.find((value) => value === text);
}

function withoutEmpty<Search extends ListSearch>(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as Search;
}

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
