/** The tabs of the desk, in their order; each is a route below `/operator`. */
export const deskTabs = [
  'requests',
  'letters',
  'support',
  'accounts',
  'payments',
  'state',
  'audit',
] as const;
export type DeskTab = (typeof deskTabs)[number];

export function deskTabOf(path: string): DeskTab | undefined {
  const name = path.split('/')[2];
  return deskTabs.find((tab) => tab === name);
}
