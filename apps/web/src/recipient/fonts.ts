import address from '../ui/theme/fonts.css?url';

/** The faces of the product come after the words they are for, and not at all where every byte counts. */
export function loadFonts(): void {
  if (document.getElementById('fonts') || isLineSlow()) return;
  const link = document.createElement('link');
  link.id = 'fonts';
  link.rel = 'stylesheet';
  link.href = address;
  // On a line that has just broken; another screen tries again.
  link.addEventListener('error', () => link.remove());
  document.head.append(link);
}

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

function isLineSlow(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType || '');
}
