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
import { useEffect } from 'react';
import type { InstructionFilters } from '../instruction-queries.ts';

/** Search, filters, sort order and page of the list, stored in the URL. */
export interface ListState {
  page: number;
  searchText: string;
  category?: InstructionCategory;
  contact?: string;
  priority?: InstructionPriority;
  state?: InstructionState;
  sort: InstructionOrder;
}

export interface ListSearch {
  q?: string;
  category?: string;
  to?: string;
  priority?: string;
  state?: string;
  sort?: string;
  page?: string;
}

const defaultOrder: InstructionOrder = 'newest';
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const maxPages = 10_000;

/** Parses URL parameters; invalid ones are ignored. */
export function listStateOf(search: ListSearch): ListState {
  return {
    page: pageOf(search.page),
    searchText: searchTextOf(search.q),
    category: oneOf(instructionCategories, search.category),
    contact: search.to && uuidPattern.test(search.to) ? search.to.toLowerCase() : undefined,
    priority: oneOf(instructionPriorities, search.priority),
    state: oneOf(instructionStates, search.state),
    sort: oneOf(instructionOrders, search.sort) ?? defaultOrder,
  };
}

/** Returns the URL parameters of a list state, without defaults. */
export function listSearchOf(listState: ListState): ListSearch {
  return omitEmpty({
    q: listState.searchText,
    category: listState.category,
    to: listState.contact,
    priority: listState.priority,
    state: listState.state,
    sort: listState.sort === defaultOrder ? undefined : listState.sort,
    page: pageSearchOf(listState.page).page,
  });
}

export function pageOf(text: string | undefined): number {
  const number = text && /^\d{1,5}$/.test(text) ? Number(text) : 1;
  return number < 2 || number > maxPages ? 1 : number;
}

export function pageSearchOf(page: number): Pick<ListSearch, 'page'> {
  return page === 1 ? {} : { page: String(page) };
}

export function searchTextOf(text: string | undefined): string {
  return (text ?? '').trim().slice(0, limits.searchMaxLength);
}

/** Changes the state and returns to the first page. */
export function changeListState(listState: ListState, change: Partial<ListState>): ListState {
  return { ...listState, page: 1, ...change };
}

/** Counts the active filters, except the category, which has its own tabs. */
export function countFilters({ contact, priority, state }: ListState): number {
  return [contact, priority, state].filter(Boolean).length;
}

/** True if search, category or filters may hide instructions. */
export function isNarrowed(listState: ListState): boolean {
  return (
    listState.searchText !== '' || listState.category !== undefined || countFilters(listState) > 0
  );
}

function oneOf<Value extends string>(
  values: readonly Value[],
  text: string | undefined,
): Value | undefined {
  return values.find((value) => value === text);
}

function omitEmpty<Search extends ListSearch>(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as Search;
}

export function useListState() {
  const listState = listStateOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { page: _, ...filters } = listState;
  return {
    listState,
    filters: filters satisfies InstructionFilters,
    update: (change: Partial<ListState>) =>
      void navigate({
        to: '/instructions',
        search: listSearchOf(changeListState(listState, change)),
        replace: true,
        resetScroll: false,
      }),
  };
}

/** Redirects from a page that no longer exists, because its last entry was deleted. */
export function useLastPageRedirect(
  page: number,
  total: number | undefined,
  goTo: (lastPage: number) => void,
): void {
  useEffect(() => {
    if (total === undefined) return;
    const lastPage = Math.max(1, Math.ceil(total / limits.instructionsOnPage));
    if (page > lastPage) goTo(lastPage);
  });
}

/** The URL parameters of the current list state, for links back to it. */
export function useListSearch(): ListSearch {
  return listSearchOf(listStateOf(useSearch({ strict: false })));
}
