import { useQueryClient } from '@tanstack/react-query';
import type { FileView } from '@zavet/contract/instructions/instruction-schemas';
import type { StorageView } from '@zavet/contract/storage/storage-endpoints';
import { useRef, useState } from 'react';
import { api } from '../../session/api.ts';
import { storageQuery } from '../api/storage.ts';
import { type RefusedFile, sortChoice, totalMb } from './file-choice.ts';

export interface ChosenFile {
  id: string;
  file: File;
}

export interface Shortage {
  attemptedMb: number;
  storage: StorageView;
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
    const found = await shortageOf([...latest.current.map(({ file }) => file), ...sorted.accepted]);
    setChecking(false);
    if (found) return setShortage(found);
    const added = sorted.accepted.map((file) => ({ id: crypto.randomUUID(), file }));
    change([...latest.current, ...added]);
  }

  /** A server that cannot be asked now will refuse what does not fit when it comes. */
  async function shortageOf(files: readonly File[]): Promise<Shortage | undefined> {
    const attemptedMb = totalMb(files);
    try {
      const fits = await api.checkStorageLimit({
        body: { p_user_id: userId, p_new_size_mb: attemptedMb },
      });
      if (fits) return undefined;
      return { attemptedMb, storage: await client.fetchQuery({ ...storageQuery, staleTime: 0 }) };
    } catch {
      return undefined;
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
