import { useState } from 'react';
import type { RefusedFile } from '../../../vault/instructions/public/file-choice.ts';
import { sortDocuments } from './request-rules.ts';

interface NamedFile {
  name: string;
  size: number;
}

/** Takes chosen files, and remembers which were not taken until others are chosen. */
export function useDocumentChoice(onAccepted: (files: readonly File[]) => void) {
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  return {
    refused,
    /** Names of those for which the request has no room. */
    leftOut,
    choose: (files: readonly File[], present: readonly NamedFile[]) => {
      const sorted = sortDocuments(files, present);
      setRefused(sorted.refused);
      setLeftOut(sorted.leftOut.map(({ name }) => name));
      if (sorted.accepted.length > 0) onAccepted(sorted.accepted);
    },
    clearProblems: () => {
      setRefused([]);
      setLeftOut([]);
    },
  };
}

export type DocumentChoice = ReturnType<typeof useDocumentChoice>;
