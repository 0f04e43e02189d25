import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@zavet/contract/client';
import { limits } from '@zavet/contract/limits';
import type {
  ExpectedFileInput,
  ExpectedFileView,
  FileView,
  InstructionSummary,
  InstructionView,
} from '@zavet/contract/vault/instruction-schemas';
import { api } from '../../../platform/client/api.ts';
import { invalidateAfter } from '../../../platform/queries/invalidation.ts';
import { changeAnswer, endpointQuery } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
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
import { isSameFile } from './public/file-choice.ts';

/** There is no such instruction: it is gone, or the address was never one. */
export function isUnknown(error: unknown): boolean {
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
    changePages(client, (page) => withEach(page, change));
  const changeOne = (id: string, next: (one: InstructionView) => InstructionView) =>
    changeAnswer(client, 'getInstruction', { params: { id } }, next);
  const changeFiles = (file: FileView, change: typeof withFile) => {
    changeOne(file.instruction_id, (one) => change(one, file));
    changeEach((instruction) => change(instruction, file));
  };
  return {
    expectedChanged: (
      instructionId: string,
      change: (expected: ExpectedFileView[]) => ExpectedFileView[],
    ) => {
      changeOne(instructionId, (one) => withExpected(one, instructionId, change));
      changeEach((one) => withExpected(one, instructionId, change));
    },
    saved: (instruction: InstructionView) => {
      const { id } = instruction;
      const { queryKey } = endpointQuery('getInstruction', { params: { id } });
      client.setQueryData(queryKey, instruction);
      changePages(client, (page) => withInstruction(page, instruction));
      forgetPagesWithout(client, id);
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
