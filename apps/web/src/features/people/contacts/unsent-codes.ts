import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../platform/queries/query-keys.ts';

export interface UnsentCode {
  email: string;
  code: string;
}

type CodesByContact = Readonly<Record<string, UnsentCode>>;

const key = queryKeys.unsentCodes();

/**
 * Codes that an owner has to pass on. The server keeps only digests and cannot show them again,
 * so they stay until dismissed: in memory alone, and forgotten when the person changes.
 */
export function useUnsentCodes() {
  const client = useQueryClient();
  const { data = {} } = useQuery<CodesByContact>({
    queryKey: key,
    queryFn: skipToken,
    initialData: {},
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return {
    codes: data,
    keep: (contactId: string, unsent: UnsentCode) =>
      client.setQueryData<CodesByContact>(key, (codes) => ({ ...codes, [contactId]: unsent })),
    dismiss: (contactId: string) =>
      client.setQueryData<CodesByContact>(key, ({ [contactId]: _, ...others } = {}) => others),
  };
}
