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

export interface PageState {
  page: number;
  /** The cursor of the page, if the URL contains it. */
  after?: string;
}

/** Search, filters, order and page of the list, as kept in the URL. */
export interface ListState extends PageState {
  searchText: string;
  category?: InstructionCategory;
  /** The id of a contact. */
  contact?: string;
  priority?: InstructionPriority;
  state?: InstructionState;
  sort: InstructionOrder;
}

/** The URL parameters of a list state. */
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

const defaultOrder: InstructionOrder = 'newest';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const cursorMaxLength = 200;
const maxPages = 10_000;

/** Parses URL parameters; invalid ones are ignored. */
export function listStateOf(search: ListSearch): ListState {
  return {
    ...pageStateOf(search),
    searchText: searchTextOf(search.q),
    category: oneOf(instructionCategories, search.category),
    contact: search.to && uuid.test(search.to) ? search.to.toLowerCase() : undefined,
    priority: oneOf(instructionPriorities, search.priority),
    state: oneOf(instructionStates, search.state),
    sort: oneOf(instructionOrders, search.sort) ?? defaultOrder,
  };
}

/** Returns the URL parameters of a list state, without defaults. */
export function listSearchOf(listState: ListState): ListSearch {
  return withoutEmpty({
    q: listState.searchText,
    category: listState.category,
    to: listState.contact,
    priority: listState.priority,
    state: listState.state,
    sort: listState.sort === defaultOrder ? undefined : listState.sort,
    ...pageSearchOf(listState),
  });
}

export function pageStateOf({ page, after }: Pick<ListSearch, 'page' | 'after'>): PageState {
  const number = page && /^\d{1,5}$/.test(page) ? Number(page) : 1;
  if (number < 2 || number > maxPages) return { page: 1 };
  return { page: number, after: after && after.length <= cursorMaxLength ? after : undefined };
}

export function pageSearchOf({ page, after }: PageState): Pick<ListSearch, 'page' | 'after'> {
  return page === 1 ? {} : withoutEmpty({ page: String(page), after });
}

export function searchTextOf(text: string | undefined): string {
  return (text ?? '').trim().slice(0, limits.searchMaxLength);
}

/** Changes the state and returns to the first page. */
export function withListChange(listState: ListState, change: Partial<ListState>): ListState {
  return { ...listState, page: 1, after: undefined, ...change };
}

/** Counts the active filters, without the category, which has tabs of its own. */
export function filterCount({ contact, priority, state }: ListState): number {
  return [contact, priority, state].filter(Boolean).length;
}

/** True if the list may not show all instructions. */
export function isNarrowed(listState: ListState): boolean {
  return (
    listState.searchText !== '' || listState.category !== undefined || filterCount(listState) > 0
  );
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

export function useListState() {
  const listState = listStateOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { page: _, after: __, ...filters } = listState;
  return {
    listState,
    filters: filters satisfies InstructionFilters,
    update: (change: Partial<ListState>) =>
      void navigate({
        to: '/instructions',
        search: listSearchOf(withListChange(listState, change)),
        replace: true,
        resetScroll: false,
      }),
  };
}

/** The URL parameters that lead back to the current list state. */
export function useListSearch(): ListSearch {
  return listSearchOf(listStateOf(useSearch({ strict: false })));
}
