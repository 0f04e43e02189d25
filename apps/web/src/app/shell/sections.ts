import {
  IconFileText,
  IconHeartHandshake,
  IconHome,
  IconMail,
  IconSettings,
  IconUsers,
} from '../../ui/more-icons.tsx';

/** The sections of the navigation. Those with a `short` name are in the bottom bar of a phone. */
export const sections = [
  { to: '/dashboard', name: 'dashboard', Icon: IconHome },
  { to: '/instructions', name: 'instructions', Icon: IconFileText },
  { to: '/contact', name: 'contact', Icon: IconUsers },
  { to: '/trusted-legacies', name: 'trustedLegacies', Icon: IconHeartHandshake },
  { to: '/mail', name: 'mail', Icon: IconMail },
  { to: '/settings', name: 'settings', Icon: IconSettings },
] as const;

/** True if the path belongs to the section; readiness belongs to the dashboard. */
export function isCurrent(section: string, path: string): boolean {
  if (section === '/dashboard' && ['/', '/readiness', '/readiness/rehearsal'].includes(path))
    return true;
  return path === section || path.startsWith(`${section}/`);
}
