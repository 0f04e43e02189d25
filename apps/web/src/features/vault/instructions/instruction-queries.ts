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
  withExpectedFiles,
  withFile,
  withInstruction,
  withoutFile,
  withoutInstruction,
  withReview,
} from './instruction-rules.ts';
import { isSameFile } from './public/file-choice.ts';

/** True if the error means that the requested id was unknown or malformed. */
export function isMissingInstruction(error: unknown): boolean {
  return error instanceof ApiError && ['not_found', 'invalid_input'].includes(error.code);
}

export function useDeleteInstruction() {
  return useMutationOf('deleteInstruction', {
    show: (client, _deleted, { params }) =>
      changePages(client, (page) => withoutInstruction(page, params.id)),
  });
}

/** Announces the files that the server does not expect yet. Returns all expected files. */
export async function announceFiles(
  instructionId: string,
  files: readonly ExpectedFileInput[],
  known: readonly ExpectedFileView[],
  insteadOf?: string,
): Promise<ExpectedFileView[]> {
  let expected = [...known];
  const isKnown = (file: ExpectedFileInput) => known.some((other) => isSameFile(file, other));
  const unannounced = files.filter((file) => !isKnown(file));
  while (unannounced.length > 0) {
    const batch = unannounced.splice(0, limits.expectedFilesAtOnce);
    const body = { expected_files: batch, ...(insteadOf && { instead_of: insteadOf }) };
    const response = await api.announceFiles({ params: { id: instructionId }, body });
    expected = response.expected_files;
  }
  return expected;
}

/** Applies changes to the cached instructions before they are refetched. */
export function instructionCache(client: QueryClient) {
  const changeEach = (change: (instruction: InstructionSummary) => InstructionSummary) =>
    changePages(client, (page) => mapInstructions(page, change));
  const changeOne = (id: string, next: (instruction: InstructionView) => InstructionView) =>
    updateCached(client, 'getInstruction', { params: { id } }, next);
  const changeFiles = (file: FileView, change: typeof withFile) => {
    changeOne(file.instruction_id, (instruction) => change(instruction, file));
    changeEach((instruction) => change(instruction, file));
  };
  return {
    updateExpectedFiles: (
      instructionId: string,
      change: (expected: ExpectedFileView[]) => ExpectedFileView[],
    ) => {
      changeOne(instructionId, (instruction) =>
        withExpectedFiles(instruction, instructionId, change),
      );
      changeEach((instruction) => withExpectedFiles(instruction, instructionId, change));
    },
    storeInstruction: (instruction: InstructionView) => {
      const { id } = instruction;
      const { queryKey } = endpointQuery('getInstruction', { params: { id } });
      client.setQueryData(queryKey, instruction);
      changePages(client, (page) => withInstruction(page, instruction));
      removeStalePages(client, id);
    },
    storeReview: (id: string, reviewed_at: string) => {
      changeOne(id, (instruction) => ({ ...instruction, reviewed_at }));
      changePages(client, (page) => withReview(page, id, reviewed_at));
    },
    addFile: (file: FileView) => changeFiles(file, withFile),
    removeFile: (file: FileView) => changeFiles(file, withoutFile),
    /** Refetches in the background: the screen already shows the change. */
    refresh: () => void invalidateAfter(client, 'updateInstruction'),
  };
}

export function useInstructionCache() {
  return instructionCache(useQueryClient());
}

export type InstructionFilters = Partial<
  Omit<InstructionListQuery, 'cursor' | 'limit' | 'page'>
> & {
  /** Empty without a search. */
  searchText: string;
};

/** Search results come without counts. */
type LoadedPage = InstructionPage & { counts?: InstructionCounts };

const listKey = everyInputOf('listInstructions');
const pagesKey = [...listKey, 'page'];

/** Keeps the previous page as placeholder data while the next one loads. */
export function useInstructionPage(
  filters: InstructionFilters,
  page: number,
  { withCounts = false } = {},
) {
  return useQuery({
    queryKey: [...pagesKey, filters, page, withCounts],
    queryFn: ({ signal }): Promise<LoadedPage> => {
      const { searchText, ...rest } = filters;
      const query = { ...rest, ...(page > 1 && { page }) };
      return searchText === ''
        ? api.listInstructions(
            { query: { ...query, ...(withCounts && { counts: 'true' }) } },
            { signal },
          )
        : api.searchInstructions({ body: { ...query, query: searchText } }, { signal });
    },
    placeholderData: keepPreviousData,
  });
}

export function useInstructionCounts({ isEnabled = true } = {}) {
  return useQuery({
    ...endpointQuery('listInstructions', { query: { limit: 1, counts: 'true' } }),
    select: ({ counts }) => counts,
    enabled: isEnabled,
  });
}

function changePages(client: QueryClient, change: (page: LoadedPage) => LoadedPage): void {
  client.setQueriesData<LoadedPage>({ queryKey: pagesKey }, (page) => page && change(page));
}

/** Drops inactive pages after a new instruction, which may belong to any of them. */
function removeStalePages(client: QueryClient, id: string): void {
  const pages = client.getQueriesData<LoadedPage>({ queryKey: pagesKey });
  const isListed = pages.some(([, page]) =>
    page?.instructions.some((instruction) => instruction.id === id),
  );
  if (!isListed) client.removeQueries({ queryKey: listKey, type: 'inactive' });
}
