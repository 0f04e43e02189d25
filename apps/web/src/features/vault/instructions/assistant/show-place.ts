/** Shows a place in the text of a field: the field is scrolled to it, and the page to the field. */
export function showPlace(field: HTMLTextAreaElement, at: number): void {
  field.setSelectionRange(at, at);
  // A browser leads to where the caret stood before.
  field.focus({ preventScroll: true });
  const { fieldTop, pageBy } = scrollingTo({
    lineTop: lineTopOf(field, at),
    boxTop: field.getBoundingClientRect().top,
    mostFieldTop: field.scrollHeight - field.clientHeight,
    windowHeight: innerHeight,
  });
  field.scrollTop = fieldTop;
  scrollBy({ top: pageBy, behavior: 'instant' });
}

interface Place {
  /** Of the line, from the beginning of the text. */
  lineTop: number;
  /** Of the field, from the top of the window. */
  boxTop: number;
  /** How far the field can be scrolled. */
  mostFieldTop: number;
  windowHeight: number;
}

/** A little of what stands before it stays in sight. */
const abovePx = 24;

/** Where a line comes to stand in the upper part of the window, with what follows it below. */
export function scrollingTo({ lineTop, boxTop, mostFieldTop, windowHeight }: Place) {
  const fieldTop = Math.min(Math.max(0, lineTop - abovePx), Math.max(0, mostFieldTop));
  const lineInWindow = boxTop + lineTop - fieldTop;
  const highest = windowHeight * 0.1;
  const lowest = windowHeight * 0.4;
  const isInSight = lineInWindow >= highest && lineInWindow <= lowest;
  return { fieldTop, pageBy: isInSight ? 0 : lineInWindow - windowHeight * 0.25 };
}

/** A field does not tell where a line is: one like it that holds the text before is measured. */
function lineTopOf(field: HTMLTextAreaElement, at: number): number {
  if (at === 0) return 0;
  const twin = field.cloneNode() as HTMLTextAreaElement;
  for (const name of ['id', 'name']) twin.removeAttribute(name);
  twin.value = field.value.slice(0, at);
  Object.assign(twin.style, {
    position: 'absolute',
    visibility: 'hidden',
    boxSizing: 'border-box',
    width: `${field.offsetWidth}px`,
    height: '0',
    minHeight: '0',
    fieldSizing: 'fixed',
  });
  field.after(twin);
  const { lineHeight, paddingBottom } = getComputedStyle(twin);
  const top = twin.scrollHeight - Number.parseFloat(paddingBottom) - Number.parseFloat(lineHeight);
  twin.remove();
  return top;
}
