import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@zavet/contract/client';
import type {
  ExpectedFileInput,
  ExpectedFileView,
  FileView,
  InstructionSummary,
  InstructionView,
} from '@zavet/contract/instructions/instruction-schemas';
import { limits } from '@zavet/contract/limits';
import { api } from '../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../platform/queries/query-keys.ts';
import type { InstructionCalls } from '../form/save-instruction.ts';
import {
  reviewed,
  withEach,
  withExpected,
  withFile,
  withInstruction,
  withoutFile,
  withoutInstruction,
} from './instruction-list.ts';
import { changePages, forgetPagesWithout } from './instruction-pages.ts';

const instructionQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.instruction(id),
    queryFn: ({ signal }) => api.getInstruction({ params: { id } }, { signal }),
  });

export function useInstruction(id: string) {
  return useQuery(instructionQuery(id));
}

/** What an instruction is called; asked for only where nothing of it is known. */
export function useInstructionTitle(id: string): string | undefined {
  const untilForgotten = { staleTime: Number.POSITIVE_INFINITY };
  return useQuery({ ...instructionQuery(id), ...untilForgotten }).data?.title;
}

/** For a form: read when it opens, never an old version, and left alone while one writes. */
export function useInstructionToEdit(id: string) {
  const alone = { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false };
  return useQuery({ ...instructionQuery(id), ...alone });
}

/** There is no such instruction: it is gone, or the address was never one. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && ['not_found', 'invalid_input'].includes(error.code);
}

/** Saves an instruction together with the names of the files that will follow it. */
export function callsExpecting(files: readonly ExpectedFileInput[]): InstructionCalls {
  const expected_files = files.slice(0, limits.expectedFilesAtOnce);
  return {
    create: (body) => api.createInstruction({ body: { ...body, expected_files } }),
    update: (id, body) =>
      api.updateInstruction({ params: { id }, body: { ...body, expected_files } }),
    get: (id) => api.getInstruction({ params: { id } }),
  };
}

export function useReviewInstruction() {
  const cache = useInstructionCache();
  return useMutation({
    mutationFn: (id: string) => api.reviewInstruction({ params: { id } }),
    onSuccess: ({ reviewed_at }, id) => cache.reviewed(id, reviewed_at),
    onSettled: cache.refresh,
  });
}

export function useDeleteInstruction() {
  const cache = useInstructionCache();
  return useMutation({
    mutationFn: (id: string) => api.deleteInstruction({ params: { id } }),
    onSuccess: (_, id) => cache.removed(id),
    // Also after a failure: another tab may have been faster.
    onSettled: cache.refresh,
  });
}

export function useDeleteFile() {
  const cache = useInstructionCache();
  return useMutation({
    mutationFn: (file: FileView) => api.deleteFile({ params: { id: file.id } }),
    onSuccess: (_, file) => cache.fileRemoved(file),
    onSettled: cache.refresh,
  });
}

/** What the screens know of instructions, changed at once and read again soon after. */
export function useInstructionCache() {
  const client = useQueryClient();
  const readAgain = useReadAgainAfter('updateInstruction');
  const changeEach = (change: (one: InstructionSummary) => InstructionSummary) =>
    changePages(client, (page) => withEach(page, change));
  const changeOne = (id: string, next: (one: InstructionView) => InstructionView) =>
    client.setQueryData<InstructionView>(queryKeys.instruction(id), (one) => one && next(one));
  const changeFiles = (file: FileView, change: typeof withFile) => {
    changeOne(file.instruction_id, (one) => change(one, file));
    changeEach((instruction) => change(instruction, file));
  };
  const changeExpected = (
    instructionId: string,
    change: (expected: ExpectedFileView[]) => ExpectedFileView[],
  ) => {
    changeOne(instructionId, (one) => withExpected(one, instructionId, change));
    changeEach((one) => withExpected(one, instructionId, change));
  };
  return {
    expectedChanged: changeExpected,
    saved: (instruction: InstructionView) => {
      client.setQueryData(queryKeys.instruction(instruction.id), instruction);
      changePages(client, (page) => withInstruction(page, instruction));
      forgetPagesWithout(client, instruction.id);
    },
    removed: (id: string) => changePages(client, (page) => withoutInstruction(page, id)),
    reviewed: (id: string, at: string) => changePages(client, (page) => reviewed(page, id, at)),
    fileAdded: (file: FileView) => changeFiles(file, withFile),
    fileRemoved: (file: FileView) => changeFiles(file, withoutFile),
    /** Not waited for: what the answer has changed is on the screen already. */
    refresh: () => void readAgain(),
  };
}
