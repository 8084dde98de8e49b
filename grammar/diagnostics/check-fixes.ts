import { applyFix, type Finding, type Fix, isError } from './finding.ts';

/** The errors of a source, in order. */
type FindErrors = (source: string) => readonly Finding[];

/**
 * Checks the fixes: that of an error must leave fewer errors, and that of a warning or hint no more. A fix that does not is combined with the fix of the next
 * error, such as `var x` with `let x` and then `let $x`; otherwise it is removed. Only a few fixes are tried, because
 * each try parses the script again; the rest is removed, too, until those before it are applied.
 */
export function checkFixes(source: string, findings: readonly Finding[], errorsOf: FindErrors): readonly Finding[] {
  if (findings.every(({ fixes }) => fixes === undefined)) return findings;
  const count = findings.filter(isError).length;
  const budget = { characters: MAX_CHARACTERS, tries: MAX_TRIES };
  const find = (text: string): readonly Finding[] | null => {
    budget.characters -= text.length;
    budget.tries -= 1;
    return budget.characters < 0 || budget.tries < 0 ? null : errorsOf(text);
  };
  return findings.map((finding) => {
    const [fix] = finding.fixes ?? [];
    if (fix === undefined) return finding;
    const { fixes: _, suggestion, ...rest } = finding;
    const checked = checkFix(source, fix, isError(finding) ? count - 1 : count, find);
    if (checked !== null) return { ...rest, ...(suggestion && { suggestion: checked.text }), fixes: [checked] };
    const isTried = budget.characters >= 0 && budget.tries >= 0;
    return isTried || suggestion === undefined ? rest : { ...rest, suggestion };
  });
}

/** The characters parsed, and the tries. */
const MAX_CHARACTERS = 128 * 1024;
const MAX_TRIES = 16;
/** The fixes combined to one. */
const MAX_COMBINED = 4;

function checkFix(
  source: string,
  fix: Fix,
  most: number,
  errorsOf: (source: string) => readonly Finding[] | null,
): Fix | null {
  let text = applyFix(source, fix);
  for (let combined = 1; combined <= MAX_COMBINED; combined += 1) {
    const errors = errorsOf(text);
    if (errors === null) return null;
    if (errors.length <= most) return combined === 1 ? fix : difference(source, text, fix);
    const next = errors.find(({ to, fixes }) => fixes !== undefined && to >= fix.from)?.fixes?.[0];
    if (next === undefined) return null;
    text = applyFix(text, next);
  }
  return null;
}

/** The replacement that turns a text into another one: of whole words, and at least of what the first fix replaces. */
function difference(before: string, after: string, fix: Fix): Fix {
  const length = Math.min(before.length, after.length);
  let from = 0;
  while (from < Math.min(length, fix.from) && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < length - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  while (same > 0 && /[\w$]/.test(after.at(-same) ?? '')) same -= 1;
  return { from, to: before.length - same, text: after.slice(from, after.length - same) };
}
