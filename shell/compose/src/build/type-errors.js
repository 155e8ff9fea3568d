/**
 * Parses the compiler's errors by file and line.
 *
 * @param {string} said by `tsc --pretty false`
 */
export function readTypeErrors(said) {
  return [...said.matchAll(/^(\S.*?)\((\d+),\d+\): error (TS\d+: .*(?:\n .*)*)/gm)].map(
    ([, file, line, text]) => ({ where: `${file}:${line}`, text }),
  );
}
