export type ImportsOf = (module: string) => readonly string[];

/** The modules that these import, and those that they import, without what is fetched only later. */
export function reachOf(entries: readonly string[], importsOf: ImportsOf): Set<string> {
  const reached = new Set<string>();
  const visit = (module: string) => {
    if (reached.has(module)) return;
    reached.add(module);
    importsOf(module).forEach(visit);
  };
  entries.forEach(visit);
  return reached;
}
