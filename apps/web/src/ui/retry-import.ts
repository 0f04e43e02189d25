let fetches = 0;

/**
 * Retries a failed import under another address, because some browsers never retry the same one. Only
 * for files that no other file imports, which would be loaded twice.
 */
export async function retryImport<Module>(
  failure: unknown,
  importFrom = (address: string): Promise<Module> => import(/* @vite-ignore */ address),
): Promise<Module> {
  const [address] = /https?:\/\/\S+\.js/.exec(String(failure)) ?? [];
  if (!address) throw failure;
  fetches += 1;
  return importFrom(`${address}?again=${fetches}`);
}
