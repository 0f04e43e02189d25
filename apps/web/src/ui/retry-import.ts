let fetches = 0;

/**
 * Asks for a file again that failed to come. Some browsers never do unless its address differs. Only
 * for files that no other one imports: those would be there twice.
 */
export async function retryImport<Module>(
  failure: unknown,
  ask = (address: string): Promise<Module> => import(/* @vite-ignore */ address),
): Promise<Module> {
  const [address] = /https?:\/\/\S+\.js/.exec(String(failure)) ?? [];
  if (!address) throw failure;
  fetches += 1;
  return ask(`${address}?again=${fetches}`);
}
