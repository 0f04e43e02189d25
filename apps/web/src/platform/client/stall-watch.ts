const stallMs = 60_000;

/** Calls back when nothing was reported for a minute: a transfer may take long, but not stand still. */
export function watchForStall(onStall: () => void) {
  let timer = setTimeout(onStall, stallMs);
  return {
    moved: () => {
      clearTimeout(timer);
      timer = setTimeout(onStall, stallMs);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Told in the words of a server that takes too long. */
export function stalled(): DOMException {
  return new DOMException('Nothing has moved for a minute', 'TimeoutError');
}
