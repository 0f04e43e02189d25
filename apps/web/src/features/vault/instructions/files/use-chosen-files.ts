import { useQueryClient } from '@tanstack/react-query';
import { bytesPerMb } from '@zavet/contract/vault/file-rules';
import type { FileView } from '@zavet/contract/vault/instruction-schemas';
import { useRef, useState } from 'react';
import { api } from '../../../../platform/client/api.ts';
import { endpointQuery } from '../../../../platform/queries/use-endpoint.ts';
import {
  type RefusedFile,
  sortChoice,
  takeWhatFits,
  totalBytes,
  totalMb,
} from '../public/file-choice.ts';

export interface ChosenFile {
  id: string;
  file: File;
}

/** What of a choice found no room. */
export interface Shortage {
  left: readonly File[];
  /** Beside all that was taken. */
  freeBytes: number;
  limitMb: number;
}

/** Files that will be attached when the instruction is saved. */
export function useChosenFiles(userId: string, attached: readonly FileView[]) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [shortage, setShortage] = useState<Shortage>();
  const [isChecking, setChecking] = useState(false);
  const latest = useRef(chosen);

  function change(next: readonly ChosenFile[]) {
    latest.current = next;
    setChosen(next);
  }

  async function add(files: readonly File[]) {
    setShortage(undefined);
    const present = [
      ...attached.map(({ file_name, size_bytes }) => ({ name: file_name, size: size_bytes })),
      ...latest.current.map(({ file }) => file),
    ];
    const sorted = sortChoice(files, present);
    setRefused(sorted.refused);
    if (sorted.accepted.length === 0) return;
    setChecking(true);
    const { taken, shortage: found } = await fitting(sorted.accepted);
    setChecking(false);
    setShortage(found);
    const added = taken.map((file) => ({ id: crypto.randomUUID(), file }));
    if (added.length > 0) change([...latest.current, ...added]);
  }

  /** A server that cannot be asked now will refuse what does not fit when it comes. */
  async function fitting(
    accepted: readonly File[],
  ): Promise<{ taken: readonly File[]; shortage: Shortage | undefined }> {
    const before = latest.current.map(({ file }) => file);
    try {
      const p_new_size_mb = totalMb([...before, ...accepted]);
      const fits = await api.checkStorageLimit({ body: { p_user_id: userId, p_new_size_mb } });
      if (fits) return { taken: accepted, shortage: undefined };
      const storage = await client.fetchQuery({ ...endpointQuery('getStorage'), staleTime: 0 });
      const free = storage.remaining_mb * bytesPerMb - totalBytes(before);
      const { taken, left, freeBytes } = takeWhatFits(accepted, free);
      if (left.length === 0) return { taken, shortage: undefined };
      return { taken, shortage: { left, freeBytes, limitMb: storage.limit_mb } };
    } catch {
      return { taken: accepted, shortage: undefined };
    }
  }

  return {
    chosen,
    refused,
    shortage,
    isChecking,
    add,
    clear: () => {
      change([]);
      setRefused([]);
      setShortage(undefined);
    },
    remove: (id: string) => {
      change(latest.current.filter((file) => file.id !== id));
      setRefused([]);
      setShortage(undefined);
    },
  };
}

export type ChosenFiles = ReturnType<typeof useChosenFiles>;
