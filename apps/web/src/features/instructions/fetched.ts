import { fetchedAgain } from '../../interface/fetched-again.ts';

/** The server answers and no longer has the code, as after a deployment: only a new page helps. */
export class CodeGone extends TypeError {}

/**
 * The code of a part of the screen. It can be asked for again, and fails as a call does that got no
 * answer.
 */
export async function fetched<Result>(load: () => Promise<Result>): Promise<Result> {
  try {
    return await load().catch(fetchedAgain<Result>);
  } catch (failure) {
    const [address] = /https?:\/\/[^\s?]+/.exec(String(failure)) ?? [];
    if (address) forgetStyle(address);
    if (address && (await isGone(address))) throw new CodeGone('Gone', { cause: failure });
    // A style that is missing is told of in another way than a script.
    throw failure instanceof TypeError ? failure : new TypeError('No answer', { cause: failure });
  }
}

/** A style that failed to come counts as there as long as its link stands in the page. */
function forgetStyle(address: string): void {
  document.querySelector(`link[rel="stylesheet"][href="${address}"]`)?.remove();
}

async function isGone(address: string): Promise<boolean> {
  const answer = await fetch(address, { method: 'HEAD' }).catch(() => undefined);
  return answer?.status === 404;
}
