import type { LetterSource } from './delivery-api.ts';
import { element } from './elements.ts';
import { isPassing, type Trouble } from './trouble.ts';

/** Within this time after an answer the session is taken for granted. */
const trustedMs = 5 * 60_000;

/**
 * A browser reports a refused download in words that help nobody. So before one that may be refused,
 * because the page has been open for long, the server is asked whether it still knows the reader.
 */
export class Downloads {
  // Declared here and set below: older browsers would get a helper for fields of any other kind.
  declare private readonly refused: (trouble: Trouble) => void;
  declare private readonly now: () => number;
  declare private answeredAt: number;

  constructor(refused: (trouble: Trouble) => void, now = Date.now) {
    this.refused = refused;
    this.now = now;
    this.answeredAt = 0;
  }

  answered(): void {
    this.answeredAt = this.now();
  }

  mayStart(source: Pick<LetterSource, 'read'>, letterId: string): true | Promise<boolean> {
    const age = this.now() - this.answeredAt;
    // A clock may have been set back in between.
    return age >= 0 && age < trustedMs ? true : this.ask(source, letterId);
  }

  private async ask(source: Pick<LetterSource, 'read'>, letterId: string): Promise<boolean> {
    const answer = await source.read(letterId);
    if ('value' in answer) this.answered();
    else if (!isPassing(answer.trouble)) {
      this.refused(answer.trouble);
      return false;
    }
    return true;
  }
}

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
