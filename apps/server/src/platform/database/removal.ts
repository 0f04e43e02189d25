/** How many of what went: words of the program and figures. */
export type Removed = Record<string, number>;

export function isNothing(removed: Removed): boolean {
  return Object.values(removed).every((count) => count === 0);
}
