/**
 * Whether a device counted backwards or stood still: then there may be a copy of its key. Devices that
 * do not count always say zero.
 */
export function isCounterRegressed(stored: number, given: number): boolean {
  return (stored > 0 || given > 0) && given <= stored;
}
