import { useMutation } from '@tanstack/react-query';
import { api } from '../../../../../platform/client/api.ts';
import { useReadAgainAfter } from '../../../../../platform/queries/affected.ts';
import { queryKeys } from '../../../../../platform/queries/query-keys.ts';
import { operatorCode } from '../../code/operator-code.ts';
import { useCursorPages } from '../../parts/use-cursor-pages.ts';

export function useLetters() {
  return useCursorPages(queryKeys.letters(), (after, signal) =>
    api.listLetters({ query: { after } }, { signal }),
  );
}

export function useTryLetterAgain() {
  const readAgain = useReadAgainAfter('tryLetterAgain');
  return useMutation({
    mutationFn: (id: string) => api.tryLetterAgain({ params: { id } }),
    // A letter that cannot be tried again is another one than the list shows.
    onSettled: readAgain,
  });
}

interface Correction {
  id: string;
  recipient_email: string;
}

/** Undefined where the operator gave no code. */
export function useCorrectLetterAddress() {
  const readAgain = useReadAgainAfter('correctLetterAddress');
  return useMutation({
    mutationFn: ({ id, recipient_email }: Correction) =>
      operatorCode.withCode((code) =>
        api.correctLetterAddress({ params: { id }, body: { code, recipient_email } }),
      ),
    onSettled: readAgain,
  });
}
