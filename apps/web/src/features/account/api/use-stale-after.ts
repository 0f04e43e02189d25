import { useQueryClient } from '@tanstack/react-query';

/** For `onSuccess`: loads these lists again, and lets the change wait until they are there. */
export function useStaleAfter(...names: string[]): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
}
