/** So many lost connections within so long are no accident of one of them. */
const many = 3;
const withinMs = 10_000;

/** The moments that still count, in milliseconds; no more than it takes to be many. */
export function troublesAfter(troubles: readonly number[], now: number): number[] {
  return [...troubles, now].filter((at) => now - at < withinMs).slice(-many);
}

export function areManyTroubles(troubles: readonly number[], now: number): boolean {
  return troubles.filter((at) => now - at < withinMs).length >= many;
}
