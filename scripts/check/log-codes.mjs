const call = /\blog(?:\.(?:trace|debug|info|warn|error|fatal)|\[[^\]]*\])\(/g;
/**
 * At least two words, because the log redacts single words, which could be the code of a person.
 */
const stableCode = /\bcode: '[a-z]+(_[a-z]+)+'/;

/** The lines of calls that write to the log without a stable code. */
export function logCallsWithoutCode(source) {
  return [...source.matchAll(call)]
    .filter(
      ({ index, 0: opening }) => !stableCode.test(argumentsAt(source, index + opening.length)),
    )
    .map(({ index }) => source.slice(0, index).split('\n').length);
}

function argumentsAt(source, start) {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < source.length; end += 1) {
    if (source[end] === '(') depth += 1;
    else if (source[end] === ')') depth -= 1;
  }
  return source.slice(start, end);
}
