import { useMutation } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { saveAs } from '../../../../platform/client/save-as.ts';
import { useReadAgainAfter } from '../../../../platform/queries/affected.ts';

/** The visitor is still there for the owner of this entry. */
export function useConfirmStillHere() {
  const readAgain = useReadAgainAfter('confirmStillHere');
  return useMutation({
    mutationFn: (id: string) => api.confirmStillHere({ params: { id } }),
    // Also after a failure: the entry may be gone.
    onSettled: () => void readAgain(),
  });
}

/** Saves the visitor's card for the owner of this entry. */
export function useCard() {
  return useMutation({
    mutationFn: ({ id }: { id: string; fileName: string }) =>
      api.getContactCard({ params: { id } }),
    onSuccess: (pdf, { fileName }) => saveAs(pdf, fileName),
  });
}
