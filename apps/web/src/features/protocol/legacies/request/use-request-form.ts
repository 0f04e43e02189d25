import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useState } from 'react';
import { endpointQuery } from '../../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../../platform/queries/use-mutation-of.ts';
import { privateStorage } from '../../../../platform/storage/private-storage.ts';
import { useStoredDraft } from '../../../../platform/storage/use-stored-draft.ts';
import { useContractForm } from '../../../../ui/form/use-contract-form.ts';
import type { ChosenDocument } from './chosen-documents.tsx';
import { useDocumentChoice } from './use-document-choice.ts';

interface RequestFormOptions {
  legacy: LegacyView;
  userId: string;
  /** It is filed; its documents are still to be sent. */
  onFiled: (requestId: string, documents: readonly File[]) => void;
}

/** A request that is written: the text is kept in this browser until it is filed. */
export function useRequestForm({ legacy, userId, onFiled }: RequestFormOptions) {
  const { user_id: deceased_user_id, trusted_contact_id } = legacy;
  const file = useMutationOf('fileRequest', {
    show: (client, filed) => {
      const { queryKey } = endpointQuery('getRequest', { params: { id: filed.request.id } });
      client.setQueryData(queryKey, filed);
    },
  });
  const name = `request-${trusted_contact_id}`;
  const [kept] = useState(() => privateStorage.find(userId, name));
  const [chosen, setChosen] = useState<readonly ChosenDocument[]>([]);
  const choice = useDocumentChoice((files) =>
    setChosen((now) => [...now, ...files.map((one) => ({ id: crypto.randomUUID(), file: one }))]),
  );
  const form = useContractForm({
    schema: async () => (await import('@zavet/contract/protocol/request-endpoints')).requestInput,
    initialValues: { explanation: kept ?? '' },
    toInput: ({ explanation }) => ({ explanation, deceased_user_id, trusted_contact_id }),
    submit: async (body) => {
      const { request } = await file.mutateAsync({ body });
      keeping.finish();
      onFiled(
        request.id,
        chosen.map((one) => one.file),
      );
    },
  });
  const { explanation } = form.values;
  const keeping = useStoredDraft({
    draft: explanation.trim() ? explanation : undefined,
    wasRestored: kept !== undefined,
    keep: (text: string) => privateStorage.keep(userId, name, text),
    forget: () => privateStorage.forget(userId, name),
  });
  return {
    form,
    choice,
    chosen,
    removeChosen: (id: string) => {
      setChosen((now) => now.filter((one) => one.id !== id));
      choice.clearProblems();
    },
    isRestored: kept !== undefined,
    hasRoom: keeping.hasRoom,
  };
}
