import {
  keepPreviousData,
  type QueryClient,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError } from '@zavet/contract/client';
import type {
  InstructionCounts,
  InstructionListQuery,
  InstructionPage,
} from '@zavet/contract/instructions/instruction-list-schemas';
import { api } from '../../../../platform/client/api.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';

/** What is asked for, on whichever page. */
export type InstructionFilters = Partial<Omit<InstructionListQuery, 'cursor' | 'limit'>> & {
  /** What is looked for; empty where nothing is. */
  words: string;
};

interface Place {
  page: number;
  /** The cursor of the page, where the address holds it. */
  after?: string;
}

/** A page as it was answered; the figures come along where nothing is looked for. */
type ReadPage = InstructionPage & { counts?: InstructionCounts };

const pagesKey = queryKeys.instructions('page');
const countsKey = queryKeys.instructions('counts');
const cursorsKey = (filters: InstructionFilters) => queryKeys.instructions('cursors', filters);

/** A page of the list; the one before stays in sight while it is read. */
export function useInstructionPage(filters: InstructionFilters, { page, after }: Place) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [...pagesKey, filters, page, after],
    queryFn: ({ signal }) => new Pages(client, filters, signal).read(page, after),
    placeholderData: keepPreviousData,
  });
}

/** How many of all instructions there are of each kind. */
export function useInstructionCounts({ isRead = true } = {}) {
  return useQuery({
    queryKey: countsKey,
    queryFn: async ({ signal }) =>
      (await api.listInstructions({ query: { limit: 1 } }, { signal })).counts,
    enabled: isRead,
  });
}

/** The cursors of the pages that were read before, by their number. */
export function useKnownCursors(filters: InstructionFilters): Record<number, string> {
  const client = useQueryClient();
  return client.getQueryData(cursorsKey(filters)) ?? {};
}

/** Changes every page that was read, until it is read again. */
export function changePages(client: QueryClient, change: (page: ReadPage) => ReadPage): void {
  client.setQueriesData<ReadPage>({ queryKey: pagesKey }, (page) => page && change(page));
}

/** Something new may stand anywhere: what is not on the screen is read again before it is shown. */
export function forgetPagesWithout(client: QueryClient, id: string): void {
  const pages = client.getQueriesData<ReadPage>({ queryKey: pagesKey });
  const isListed = pages.some(([, page]) => page?.instructions.some((one) => one.id === id));
  if (!isListed) client.removeQueries({ queryKey: queryKeys.instructions(), type: 'inactive' });
}

/** Reads pages that know only where the next one begins. */
class Pages {
  readonly #client: QueryClient;
  readonly #filters: InstructionFilters;
  readonly #signal: AbortSignal;

  constructor(client: QueryClient, filters: InstructionFilters, signal: AbortSignal) {
    this.#client = client;
    this.#filters = filters;
    this.#signal = signal;
  }

  async read(page: number, after?: string): Promise<ReadPage> {
    if (page > 1 && after) {
      try {
        return await this.#ask(page, after);
      } catch (error) {
        // Somebody has changed the address; the number of the page still holds.
        if (!(error instanceof ApiError && error.code === 'invalid_input')) throw error;
      }
    }
    return this.#find(page);
  }

  /** By the pages before it, from the nearest one that is known. */
  async #find(page: number): Promise<ReadPage> {
    const known = this.#client.getQueryData<Record<number, string>>(cursorsKey(this.#filters));
    let place = page;
    while (place > 1 && !known?.[place]) place -= 1;
    let cursor = known?.[place];
    let read = await this.#ask(place, place === 1 ? undefined : cursor);
    while (place < page) {
      if (read.next_cursor === null) return { ...read, instructions: [] };
      place += 1;
      cursor = read.next_cursor;
      read = await this.#ask(place, cursor);
    }
    return read;
  }

  async #ask(page: number, cursor: string | undefined): Promise<ReadPage> {
    const { words, ...chosen } = this.#filters;
    const query = { ...chosen, cursor };
    const signal = this.#signal;
    const read: ReadPage =
      words === ''
        ? await api.listInstructions({ query }, { signal })
        : await api.searchInstructions({ body: { ...query, query: words } }, { signal });
    const { next_cursor: next } = read;
    if (next !== null) {
      this.#client.setQueryData<Record<number, string>>(cursorsKey(this.#filters), (known) => ({
        ...known,
        [page + 1]: next,
      }));
    }
    return read;
  }
}
