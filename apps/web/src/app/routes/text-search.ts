/** Search parameters of a route, all of them optional text. */
export function textSearch<const Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>): { [Key in Name]?: string } => {
    const known = names
      .map((name) => [name, search[name]] as const)
      .filter(([, value]) => typeof value === 'string');
    return Object.fromEntries(known) as { [Key in Name]?: string };
  };
}
