import {
  keepPreviousData,
  type QueryClient,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiError } from '@zavet/contract/client';
import { limits } from '@zavet/contract/limits';
import type {
  InstructionCounts,
  InstructionListQuery,
  InstructionPage,
} from '@zavet/contract/vault/instruction-endpoints';
import type {
  ExpectedFileInput,
  ExpectedFileView,
  FileView,
  InstructionSummary,
  InstructionView,
} from '@zavet/contract/vault/instruction-schemas';
import { api } from '../../../platform/client/api.ts';
import { invalidateAfter } from '../../../platform/queries/invalidation.ts';
import { everyInputOf } from '../../../platform/queries/query-keys.ts';
import { endpointQuery, updateCached } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import {
  mapInstructions,
  reviewed,
  withExpectedFiles,
  withFile,
  withInstruction,
  withoutFile,
  withoutInstruction,
} from './instruction-rules.ts';
import { isSameFile } from './public/file-choice.ts';

/** There is no such instruction: it is gone, or the address was never one. */
export function isMissingInstruction(error: unknown): boolean {
  return error instanceof ApiError && ['not_found', 'invalid_input'].includes(error.code);
}

export function useDeleteInstruction() {
  return useMutationOf('deleteInstruction', {
    show: (client, _deleted, { params }) =>
      changePages(client, (page) => withoutInstruction(page, params.id)),
  });
}

/** Announces the files to the server that it does not know of yet. */
export async function announceFiles(
  instructionId: string,
  files: readonly ExpectedFileInput[],
  known: readonly ExpectedFileView[],
  insteadOf?: string,
): Promise<ExpectedFileView[]> {
  let expected = [...known];
  const isKnown = (file: ExpectedFileInput) => known.some((other) => isSameFile(file, other));
  const left = files.filter((file) => !isKnown(file));
  while (left.length > 0) {
    const some = left.splice(0, limits.expectedFilesAtOnce);
    const body = { expected_files: some, ...(insteadOf && { instead_of: insteadOf }) };
    const answer = await api.announceFiles({ params: { id: instructionId }, body });
    expected = answer.expected_files;
  }
  return expected;
}

/** The instructions that screens show, changed immediately and refetched soon after. */
export function instructionCache(client: QueryClient) {
  const changeEach = (change: (one: InstructionSummary) => InstructionSummary) =>
    changePages(client, (page) => mapInstructions(page, change));
  const changeOne = (id: string, next: (one: InstructionView) => InstructionView) =>
    updateCached(client, 'getInstruction', { params: { id } }, next);
  const changeFiles = (file: FileView, change: typeof withFile) => {
    changeOne(file.instruction_id, (one) => change(one, file));
    changeEach((instruction) => change(instruction, file));
  };
  return {
    expectedChanged: (
      instructionId: string,
      change: (expected: ExpectedFileView[]) => ExpectedFileView[],
    ) => {
      changeOne(instructionId, (one) => withExpectedFiles(one, instructionId, change));
      changeEach((one) => withExpectedFiles(one, instructionId, change));
    },
    saved: (instruction: InstructionView) => {
      const { id } = instruction;
      const { queryKey } = endpointQuery('getInstruction', { params: { id } });
      client.setQueryData(queryKey, instruction);
      changePages(client, (page) => withInstruction(page, instruction));
      removeStalePages(client, id);
    },
    reviewed: (id: string, at: string) => changePages(client, (page) => reviewed(page, id, at)),
    fileAdded: (file: FileView) => changeFiles(file, withFile),
    fileRemoved: (file: FileView) => changeFiles(file, withoutFile),
    /** Not waited for: the screen shows the answer already. */
    refresh: () => void invalidateAfter(client, 'updateInstruction'),
  };
}

export function useInstructionCache() {
  return instructionCache(useQueryClient());
}

/** Filters of the list, the same on every page. */
export type InstructionFilters = Partial<Omit<InstructionListQuery, 'cursor' | 'limit'>> & {
  /** The words of the search; empty without one. */
  searchText: string;
};

interface Place {
  page: number;
  /** The cursor of the page, where the address holds it. */
  after?: string;
}

/** A page as it was answered; with the counts unless it is the page of a search. */
type LoadedPage = InstructionPage & { counts?: InstructionCounts };

const listKey = everyInputOf('listInstructions');
const pagesKey = [...listKey, 'page'];
const cursorsKey = (filters: InstructionFilters) => [...listKey, 'cursors', filters];

/** A page of the list; the one before stays in sight while it is read. */
export function useInstructionPage(filters: InstructionFilters, { page, after }: Place) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [...pagesKey, filters, page, after],
    queryFn: ({ signal }) => new PageLoader(client, filters, signal).read(page, after),
    placeholderData: keepPreviousData,
  });
}

/** The number of instructions of each kind. */
export function useInstructionCounts({ isEnabled = true } = {}) {
  return useQuery({
    ...endpointQuery('listInstructions', { query: { limit: 1 } }),
    select: ({ counts }) => counts,
    enabled: isEnabled,
  });
}

/** The cursors of the pages that were read before, by their number. */
export function usePageCursors(filters: InstructionFilters): Record<number, string> {
  const client = useQueryClient();
  return client.getQueryData(cursorsKey(filters)) ?? {};
}

/** Changes every page that was read, until it is read again. */
function changePages(client: QueryClient, change: (page: LoadedPage) => LoadedPage): void {
  client.setQueriesData<LoadedPage>({ queryKey: pagesKey }, (page) => page && change(page));
}

/** A new instruction may belong to any page: those off the screen are read again when shown. */
function removeStalePages(client: QueryClient, id: string): void {
  const pages = client.getQueriesData<LoadedPage>({ queryKey: pagesKey });
  const isListed = pages.some(([, page]) => page?.instructions.some((one) => one.id === id));
  if (!isListed) client.removeQueries({ queryKey: listKey, type: 'inactive' });
}

/** Reads pages of which each knows only the cursor of the next one. */
class PageLoader {
  readonly #client: QueryClient;
  readonly #filters: InstructionFilters;
  readonly #signal: AbortSignal;

  constructor(client: QueryClient, filters: InstructionFilters, signal: AbortSignal) {
    this.#client = client;
    this.#filters = filters;
    this.#signal = signal;
  }

  async read(page: number, after?: string): Promise<LoadedPage> {
    if (page > 1 && after) {
      try {
        return await this.#request(page, after);
      } catch (error) {
        // The address was edited; the number of the page is still valid.
        if (!(error instanceof ApiError && error.code === 'invalid_input')) throw error;
      }
    }
    return this.#find(page);
  }

  /** By the pages before it, from the nearest one that is known. */
  async #find(page: number): Promise<LoadedPage> {
    const known = this.#client.getQueryData<Record<number, string>>(cursorsKey(this.#filters));
    let place = page;
    while (place > 1 && !known?.[place]) place -= 1;
    let cursor = known?.[place];
    let read = await this.#request(place, place === 1 ? undefined : cursor);
    while (place < page) {
      if (read.next_cursor === null) return { ...read, instructions: [] };
      place += 1;
      cursor = read.next_cursor;
      read = await this.#request(place, cursor);
    }
    return read;
  }

  async #request(page: number, cursor: string | undefined): Promise<LoadedPage> {
    const { searchText, ...chosen } = this.#filters;
    const query = { ...chosen, cursor };
    const signal = this.#signal;
    const read: LoadedPage =
      searchText === ''
        ? await api.listInstructions({ query }, { signal })
        : await api.searchInstructions({ body: { ...query, query: searchText } }, { signal });
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
