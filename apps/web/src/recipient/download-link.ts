import { element } from './elements.ts';

/** A link to a file, which is held back until the download is said to be fine. */
export function downloadLink(
  href: string,
  look: Record<string, string>,
  mayDownload: () => Promise<boolean> | true,
  ...children: (Node | string)[]
): HTMLAnchorElement {
  const link = element('a', { ...look, href, download: '' }, ...children);
  let isCleared = false;
  link.addEventListener('click', async (event) => {
    const may = isCleared || mayDownload();
    isCleared = false;
    if (may === true) return;
    event.preventDefault();
    isCleared = await may;
    if (isCleared) link.click();
  });
  return link;
}
